import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import { IntlMessageFormat } from 'intl-messageformat';
import { afterEach, describe, expect, it } from 'vitest';
import { messages } from '../messages.ts';
import { appTextsOf, readAppTexts } from '../testing/app-texts.suite.ts';
import { appTextFiles, appTexts, textsByEnglish } from './de/all.ts';
import { errorKey } from './error-key.ts';
import { formatWith } from './format-with.ts';
import { germanTexts } from './german-texts.ts';
import { loadLanguage } from './reader-language.ts';
import { readerLocale } from './reader-locale.ts';
import { same, sameInGerman } from './same-in-every-language.ts';
import { sentence } from './sentence.tsx';
import { known, t } from './t.ts';
import { sentenceKey, textKey } from './text-key.ts';
import { setTranslation, written } from './written.ts';

afterEach(async () => {
  cleanup();
  await loadLanguage('en');
});

const source = join(import.meta.dirname, '..');
const allowed = new Set(same);
const found = readAppTexts(source, allowed);

/** Texts of other packages and of the server: tests of the code that shows them prove that they are complete. */
const ofOthers: readonly string[] = [
  'messages',
  'settings',
  'findings',
  'tasks',
  'figures',
  'errors',
  'notification-sentences',
  'chart-words',
  'period-types',
];

type Ast = ReturnType<IntlMessageFormat['getAst']>;
const namesIn = (ast: Ast): string[] =>
  ast.flatMap((element) => {
    if (element.type === 0 || element.type === 7) return [];
    const inner = 'options' in element ? Object.values(element.options) : [];
    return [element.value, ...inner.flatMap(({ value }) => namesIn(value))];
  });
const valuesOf = (text: string) =>
  [...new Set(namesIn(new IntlMessageFormat(text, 'de', undefined, { ignoreTag: true }).getAst()))]
    .sort()
    .join();
const valuesOfEnglish = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort().join();

describe('the catalogue of the app', () => {
  it('the app shows no text that bypasses it', async () => {
    expect((await found).bare).toEqual([]);
  });

  it('dates and numbers follow the language', async () => {
    expect((await found).locales).toEqual([]);
  });

  it('German has every text', async () => {
    const { used } = await found;
    expect(used.length).toBeGreaterThan(1_500);
    expect(
      [...new Set(used.map(({ text }) => text))].filter((text) => !(text in textsByEnglish)),
    ).toEqual([]);
    const spoken = Object.keys(messages).filter((key) => !(key in appTexts));
    expect(spoken.filter((key) => !(key in germanTexts))).toEqual([]);
  });

  it('German has no text that is not used, and none twice', async () => {
    const used = new Set((await found).used.map(({ text }) => text));
    const own = Object.entries(appTextFiles).filter(([file]) => !ofOthers.includes(file));
    const keys = own.flatMap(([, texts]) => Object.keys(texts));
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
    const {
      messages: _messages,
      'notification-sentences': _sentences,
      'chart-words': _words,
      ...byText
    } = appTextFiles;
    const all = Object.values(byText).flatMap((texts) => Object.keys(texts));
    expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
  });

  it('German leaves no text in English, and has the values of each', () => {
    const english = (key: string) => messages[key as keyof typeof messages] ?? key;
    const texts = [...Object.entries(textsByEnglish), ...Object.entries(appTextFiles.messages)];
    expect(
      texts
        .filter(([key, text]) => english(key) === text && !sameInGerman.includes(text))
        .map(([key]) => key),
    ).toEqual([]);
    // Braces of an address or of JSON are no values.
    const asValues = texts.filter(([key]) => !(key in appTextFiles.settings));
    expect(
      asValues.filter(([key, text]) => valuesOf(text) !== valuesOfEnglish(english(key))),
    ).toEqual([]);
  });

  it('a setting in German keeps the braces of its English', () => {
    const braces = (text: string) => text.match(/\{.*?\}+/g)?.join() ?? '';
    const format = formatWith('de', appTexts);
    const settings = Object.keys(appTextFiles.settings);
    expect(
      settings.filter((key) => braces(format(textKey(key), {}) ?? '') !== braces(key)),
    ).toEqual([]);
  });
});

describe('what the reader of the sources finds', () => {
  const of = (code: string) => appTextsOf('a.tsx', code, new Set());

  it('texts of elements, attributes, tables and templates', () => {
    const code = [
      'const a = <p title="Tip">Hello <b>{name}</b></p>;',
      'const b = <p>{busy ? "Saving" : t("Save")}</p>;',
      'const c = { RUNNING: "Running", note: "x", className: "Big Words" };',
      'const d = `$' + '{count} of them`;',
      'throw new Error("Not a text");',
    ].join('\n');
    expect(of(code).bare.map(({ text }) => text)).toEqual([
      ...['Tip', 'Hello', 'Saving', 'Running', 'x', '{} of them'],
    ]);
    expect(of(code).used.map(({ text }) => text)).toEqual(['Save']);
  });

  it('both sentences of a choice, and formats without the language', () => {
    const code =
      't(n === 1 ? "{n} ad" : "{n} ads", { n }); new Intl.NumberFormat(); x.toLocaleString();';
    expect(of(code).used.map(({ text }) => text)).toEqual(['{n} ad', '{n} ads']);
    expect(of(code).bare).toEqual([]);
    expect(of(code).locales).toHaveLength(2);
    expect(of('new Intl.NumberFormat(readerLocale())').locales).toEqual([]);
  });
});

describe('a text of the app', () => {
  it('is English at hand, and German when that is loaded', async () => {
    expect(t('Cancel')).toBe('Cancel');
    expect(await loadLanguage('de', 'app')).toBe('de');
    expect(t('Cancel')).toBe('Abbrechen');
    expect(known('<b>{unknown}</b>')).toBe('<b>{unknown}</b>');
  });

  it('a text that was made of a pattern and values is read back, in refusals and notifications, too', async () => {
    await loadLanguage('de', 'app');
    expect(known('Attempt 2 of 3.')).toBe('Versuch 2 von 3.');
    const values = { storage: 's3', reason: 'there is no such bucket' };
    expect(written(errorKey('STORAGE_FAILED'), '', values)).toBe(
      'Der Speicher s3 ist fehlgeschlagen: diesen Bucket gibt es nicht.',
    );
    const fields = { fields: 'name: I should not be empty!, tasks: Invalid input' };
    expect(written(errorKey('INVALID_FIELDS'), '', fields)).toBe(
      'Ungültige Felder: name: Dieses Feld darf nicht leer sein!, tasks: Ungültige Eingabe',
    );
    const failed = { name: 'Clean.', reason: 'The job was cancelled.' };
    expect(written(sentenceKey('jobFailed'), '', failed)).toBe(
      'Der Job „Clean.“ ist fehlgeschlagen: Der Job wurde abgebrochen.',
    );
    expect(t('Progress of {name}', { name: 'Clean.' })).toBe('Fortschritt von Clean.');
  });

  it('without a value that the German text needs the English sentence stays', () => {
    const german = formatWith('de', { 'error A': 'Nach {seconds} s', b: 'B' });
    expect(german('error A', {})).toBeUndefined();
    expect(german('error A', { seconds: 3 })).toBe('Nach 3 s');
    expect(german('constructor', {})).toBeUndefined();
  });

  it('a sentence has its parts in the order of the language', () => {
    const parts = { moment: <b>now</b>, who: <i>me</i> };
    const shown = () => render(<p>{sentence('until {moment} by {who}', parts)}</p>).container;
    expect(shown().innerHTML).toBe('<p>until <b>now</b> by <i>me</i></p>');
    setTranslation((_key, values) => `von ${values['who']} bis ${values['moment']}`);
    expect(shown().innerHTML).toBe('<p>von <i>me</i> bis <b>now</b></p>');
  });

  it('dates and numbers are of the language, as the browser writes it', async () => {
    expect(readerLocale({ languages: ['de-AT', 'en-GB'] })).toBe('en-GB');
    expect(readerLocale({ languages: ['fr'] })).toBe('en');
    await loadLanguage('de', 'app');
    expect(readerLocale({ languages: ['en', 'de-AT'] })).toBe('de-AT');
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, notificationSentences, say } from '@interlude/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { en, type MailKey } from './en.ts';
import { sentenceIn, sentences } from './notification-sentences.ts';
import { catalogues, translate } from './translate.ts';

const keys = Object.keys(en) as MailKey[];
const others = languages.filter((language) => language !== 'en');

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** Names and kinds of the values of a text, those inside a plural included. */
function valuesOf(ast: Ast): string[] {
  return ast.flatMap((element) => {
    // Literal text, and the number sign of a plural.
    if (element.type === 0 || element.type === 7) return [];
    const inner = 'options' in element ? Object.values(element.options) : [];
    return [`${element.value} ${element.type}`, ...inner.flatMap(({ value }) => valuesOf(value))];
  });
}

const astOf = (language: (typeof languages)[number], key: MailKey) =>
  new IntlMessageFormat(catalogues[language][key], language, undefined, {
    ignoreTag: true,
  }).getAst();

/** Texts that are the same in each language, and why. */
const same: Readonly<Partial<Record<MailKey, string>>> = {
  noticeSubject: 'values alone',
};

describe.each(others)('%s', (language) => {
  it('has each text of English, and no other one', () => {
    expect(Object.keys(catalogues[language]).sort()).toEqual([...keys].sort());
  });

  it.each(keys)('%s has the values of the English text', (key) => {
    const values = (of: (typeof languages)[number]) =>
      [...new Set(valuesOf(astOf(of, key)))].sort();
    expect(values(language)).toEqual(values('en'));
  });

  it('NOTE-001 has each sentence of notifications, with the values of the English one', () => {
    const values = (pattern: string) => [...new Set(pattern.match(/\{[^{}]*\}/g))].sort();
    for (const [key, pattern] of Object.entries(sentences[language])) {
      const english = Object.entries(notificationSentences).find(([name]) => name === key)?.[1];
      expect(values(pattern), key).toEqual(values(english ?? ''));
      expect(pattern).not.toBe(english);
    }
  });

  it('leaves no text in English', () => {
    const untranslated = keys.filter(
      (key) => catalogues[language][key] === en[key] && same[key] === undefined,
    );
    expect(untranslated).toEqual([]);
  });
});

it('each text is used', async () => {
  const root = join(import.meta.dirname, '..');
  const names = (await readdir(root)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const sources = await Promise.all(names.map((name) => readFile(join(root, name), 'utf8')));
  const code = sources.join('\n');
  expect(keys.filter((key) => !code.includes(`'${key}'`))).toEqual([]);
});

it('no text breaks a line, and none holds markup', () => {
  const all = languages.flatMap((language) => Object.values(catalogues[language]));
  expect(all.filter((text) => /[\n\r<>&]/.test(text))).toEqual([]);
});

describe('values in a text', () => {
  it('numbers and plurals follow the language', () => {
    expect(translate('en', 'digestMore', { count: 80_000 })).toContain('80,000');
    expect(translate('de', 'digestMore', { count: 80_000 })).toContain('80.000');
    const { sentence } = say('limitAdEvents', { percent: 80, used: 80_000, limit: 100_000 });
    expect(sentenceIn('en', sentence)).toContain('80,000 of the 100,000 committed');
    expect(sentenceIn('de', sentence)).toContain('80.000 von 100.000 zugesagten');
    expect(translate('en', 'resetAsk', { hours: 1 })).toBe('Set it within one hour here:');
    expect(translate('de', 'codeUsed', { left: 0 })).toMatch(/Es ist keiner übrig\.$/);
    expect(translate('de', 'codeUsed', { left: 7 })).toMatch(/Es sind 7 übrig\.$/);
  });

  it('ADR 0056: reasons, findings and advice are in the language of the mail; names and words of others stay', () => {
    const reason = 'Cannot reach a.example: the connection was refused';
    const { sentence } = say('jobFailed', { name: 'Clean.', reason });
    expect(sentenceIn('en', sentence)).toBe(`The job "Clean." failed: ${reason}`);
    expect(sentenceIn('de', sentence)).toBe(
      'Der Job „Clean.“ ist fehlgeschlagen: a.example ist nicht erreichbar: die Verbindung wurde abgelehnt',
    );
    const ofOthers = say('jobFailed', { name: 'Spot', reason: 'Invalid data found in x' }).sentence;
    expect(sentenceIn('de', ofOthers)).toContain('fehlgeschlagen: Invalid data found in x');
  });

  it('SEC-S125 a value is text: nothing in it is read as a placeholder, a plural or a tag', () => {
    const admin = "{admin} {x, plural, other {#}} <b>'{</b>";
    expect(translate('en', 'factorsReset', { admin })).toContain(`${admin} has removed`);
  });
});

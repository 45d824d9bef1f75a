import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadLanguage } from '../../texts/reader-language.ts';
import { findingText, taskSettingsOf } from './task-facts.ts';
import { taskHelp, taskHints } from './task-hints.ts';

beforeEach(() => loadLanguage('de', 'app'));
afterEach(() => loadLanguage('en'));

it('the catalogue follows a change of the language', async () => {
  const help = () => taskSettingsOf('antivirus').map((setting) => setting.help);
  const german = help();
  await loadLanguage('en');
  expect(help()).toEqual(['true: fails when no scanner answers']);
  await loadLanguage('de', 'app');
  expect(help()).toEqual(german);
});

it('ADR 0056: the catalogue of tasks is in the language of its reader, and its JSON is not', () => {
  expect(taskHelp('loudness')).toBe(
    'Erster Durchgang nach EBU R128; der zweite folgt beim Encodieren, wenn das Profil ihn verlangt.\nBraucht Datei und Untersuchung aus früheren Aufgaben.',
  );
  expect(taskSettingsOf('antivirus')).toEqual([
    {
      name: 'required',
      kind: 'true oder false',
      help: 'true: schlägt fehl, wenn kein Scanner antwortet',
      byDefault: 'false',
      values: ['true', 'false'],
      list: false,
    },
  ]);
  expect(findingText('TOO_SHORT')).toBe('Die Datei ist kürzer als eine Sekunde.');
  const place = { path: [0, 'type'], objects: [], names: [] };
  const range = { from: 0, to: 0 };
  expect(taskHints.suggest({ kind: 'value', range, ...place })[0]).toMatchObject({
    label: '"download"',
    detail: 'Herunterladen',
  });
});

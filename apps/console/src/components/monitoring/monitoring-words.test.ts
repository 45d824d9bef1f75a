import { afterEach, expect, it } from 'vitest';
import { loadLanguage } from '../../texts/reader-language.ts';
import { findingText } from './monitoring-words.ts';

afterEach(() => loadLanguage('en'));

it('ADR 0056: a reason has the title of its rule and what was seen in the language of its reader', async () => {
  const reason = 'T6 A manifest of the source can be read: a.example answers with status 503';
  expect(findingText(reason)).toBe(reason);
  await loadLanguage('de', 'app');
  expect(findingText(reason)).toBe(
    'T6 Ein Manifest der Quelle ist lesbar: a.example antwortet mit Status 503',
  );
  expect(findingText('T6 A manifest of the source can be read: 503: gone')).toBe(
    'T6 Ein Manifest der Quelle ist lesbar: 503: gone',
  );
  expect(findingText('X it fails')).toBe('X it fails');
});

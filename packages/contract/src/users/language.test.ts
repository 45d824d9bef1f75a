import { expect, test } from 'vitest';
import { knownLanguage, preferredLanguage } from './language.ts';

test('RFC 9110 §12.5.4 the language of the highest weight counts, the first of equal ones', () => {
  expect(preferredLanguage('de-DE,de;q=0.9,en;q=0.8')).toBe('de');
  expect(preferredLanguage('fr-FR, en;q=0.3, DE-at;q=0.7')).toBe('de');
  expect(preferredLanguage('en, de')).toBe('en');
});

test('what is refused, unknown or no header gives no language', () => {
  for (const header of [
    undefined,
    '',
    'fr',
    '*',
    'fr, *;q=0.1',
    'de;q=0',
    'de;q=high',
    'deutsch',
    ';;,,',
    '-de',
  ]) {
    expect(preferredLanguage(header), header).toBeUndefined();
  }
});

test('a header without an end costs a bounded look', () => {
  expect(preferredLanguage(`${'fr,'.repeat(100_000)}de`)).toBeUndefined();
  expect(preferredLanguage(`de,${'x'.repeat(1_000_000)}`)).toBe('de');
});

test('a stored language of another version is none', () => {
  expect(knownLanguage('de')).toBe('de');
  expect([knownLanguage('xx'), knownLanguage(null)]).toEqual([undefined, undefined]);
});

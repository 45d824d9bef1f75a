import { expect, test } from 'vitest';
import { onDemand } from './on-demand.ts';
import { loadLanguage } from './reader-language.ts';
import { readerLocale } from './reader-locale.ts';

test('a value is made when it is first used, once, also when it is undefined', () => {
  let made = 0;
  const value = onDemand(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});

test('it is made again when the language has changed', async () => {
  const format = onDemand(() => new Intl.NumberFormat(readerLocale({ languages: [] })));
  expect(format().format(1.5)).toBe('1.5');
  await loadLanguage('de');
  expect(format().format(1.5)).toBe('1,5');
});

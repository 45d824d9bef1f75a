import { expect, test } from 'vitest';
import { GivenCreatives } from './given-creatives.ts';
import { sessionLimits } from './session-limits.ts';

const countsOf = (given: GivenCreatives, keys: readonly string[]) =>
  keys.map((key) => given.countOf(key));

test('V10 creatives are counted by key, taken back when they are not shown, and kept over a restart', () => {
  const given = new GivenCreatives();
  given.add(['a', 'b', 'a']);
  given.takeBack(['b', 'never given']);
  expect(countsOf(given, ['a', 'b', 'never given'])).toEqual([2, 0, 0]);
  const next = new GivenCreatives(given.entries);
  next.takeBack(['a']);
  expect(countsOf(next, ['a'])).toEqual([1]);
});

test('V10 a session counts a bounded number of creatives, those given last, whatever the length of their keys', () => {
  const given = new GivenCreatives();
  const { countedCreatives } = sessionLimits;
  const long = 'first'.repeat(10_000);
  given.add([long]);
  for (let index = 1; index < countedCreatives; index += 1) {
    given.add([`c${index}`]);
  }
  given.add([long, 'last']);
  expect(given.entries.length).toBe(countedCreatives);
  expect(countsOf(given, [long, 'c1', 'last'])).toEqual([2, 0, 1]);
  expect(JSON.stringify(given.entries).length).toBeLessThan(countedCreatives * 25);
});

import { expect, test } from 'vitest';
import { GivenCreatives } from './given-creatives.ts';
import { sessionLimits } from './session-limits.ts';

test('V10 creatives are counted by key, taken back when they are not shown, and kept over a restart', () => {
  const given = new GivenCreatives();
  given.add(['a', 'b', 'a']);
  given.takeBack(['b', 'never given']);
  expect([...given.counts]).toEqual([['a', 2]]);
  const next = new GivenCreatives(given.counts);
  next.takeBack(['a']);
  expect([...next.counts]).toEqual([['a', 1]]);
});

test('V10 a session counts a bounded number of creatives, those given last', () => {
  const given = new GivenCreatives();
  const { countedCreatives } = sessionLimits;
  given.add(['first']);
  for (let index = 1; index < countedCreatives; index += 1) {
    given.add([`c${index}`]);
  }
  given.add(['first', 'last']);
  expect(given.counts.size).toBe(countedCreatives);
  expect([given.counts.get('first'), given.counts.get('c1'), given.counts.get('last')]).toEqual([
    2,
    undefined,
    1,
  ]);
});

import { expect, test } from 'vitest';
import { boundaryAtOrAfter } from './segment-boundary.ts';

test.each([
  ['on a boundary', 2_000, 2_000],
  ['between two: the next', 2_101, 4_000],
  ['100 ms behind one: that one, as encoders cut within 100 ms', 2_100, 2_000],
  ['before the first: as it is', 500, 500],
  ['the source has not got there: as it is', 9_000, 9_000],
])('H21 a start %s', (_, atMs, expected) => {
  expect(boundaryAtOrAfter(atMs, [1_000, 2_000, 4_000])).toBe(expected);
});

test('H21 without segments a start stays', () => {
  expect(boundaryAtOrAfter(1_000, [])).toBe(1_000);
});

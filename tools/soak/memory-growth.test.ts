import { expect, test } from 'vitest';
import { growthPercentAnHour } from './memory-growth.ts';

const samplesOf = (megabytes: (hours: number) => number) =>
  Array.from({ length: 61 }, (_, n) => ({ atHours: n / 10, megabytes: megabytes(n / 10) }));

test('what stays the same grows by nothing, also where caches were filled at first', () => {
  expect(growthPercentAnHour(samplesOf(() => 500))).toBe(0);
  expect(growthPercentAnHour(samplesOf((hours) => (hours < 0.9 ? 100 + hours : 500)))).toBe(0);
});

test('growth is in percent of the mean for an hour, and noise does not hide it', () => {
  const leaking = (hours: number) => 500 + 10 * (hours - 3.55) + 5 * (-1) ** Math.round(10 * hours);
  expect(growthPercentAnHour(samplesOf(leaking))).toBeCloseTo(2, 1);
  expect(growthPercentAnHour(samplesOf((hours) => 500 - 10 * (hours - 3.55)))).toBeCloseTo(-2, 1);
});

test('too few samples say nothing', () => {
  expect(growthPercentAnHour([])).toBeUndefined();
  expect(growthPercentAnHour(samplesOf(() => 1).slice(0, 3))).toBeUndefined();
});

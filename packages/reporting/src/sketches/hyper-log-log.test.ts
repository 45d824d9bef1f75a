import { describe, expect, test } from 'vitest';
import { estimateUniques, mergeSketches, sketchOf } from './hyper-log-log.ts';

const viewers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    (BigInt(from + index) * 0x9e3779b97f4a7c15n).toString(16).slice(-16),
  );

describe('HyperLogLog, p = 12', () => {
  test.each([1, 2, 10, 100, 1_000, 5_000, 10_000, 50_000, 300_000])(
    'estimates %d uniques within five percent',
    (count) => {
      const estimate = estimateUniques(sketchOf(viewers(0, count)));
      expect(Math.abs(estimate - count) / count).toBeLessThan(0.05);
    },
  );

  test('the median error over 60 different sets of 20,000 is at most 2 %', () => {
    const errors = Array.from({ length: 60 }, (_, set) => {
      const values = Array.from({ length: 20_000 }, (_unused, index) => `viewer ${set}/${index}`);
      return Math.abs(estimateUniques(sketchOf(values)) - 20_000) / 20_000;
    }).sort((a, b) => a - b);
    expect(errors[30]).toBeLessThan(0.02);
    expect(errors.at(-1)).toBeLessThan(0.06);
  });

  test('a repeated value changes nothing', () => {
    const once = sketchOf(viewers(0, 3_000));
    expect(sketchOf([...viewers(0, 3_000), ...viewers(0, 3_000)])).toEqual(once);
    expect(mergeSketches([once, once])).toEqual(once);
  });

  test('merging equals sketching the union, in any order and form', () => {
    const sparse = sketchOf(viewers(0, 500));
    const dense = sketchOf(viewers(200, 30_000));
    const union = sketchOf(viewers(0, 30_000));
    expect(mergeSketches([sparse, dense])).toEqual(union);
    expect(mergeSketches([dense, sparse])).toEqual(union);
  });

  test('a small set takes 3 bytes an entry, a large one 4,096 bytes', () => {
    expect(sketchOf([])).toHaveLength(0);
    expect(sketchOf(['a'])).toHaveLength(3);
    expect(sketchOf(viewers(0, 100_000))).toHaveLength(4096);
    expect(sketchOf(viewers(0, 1_500)).length % 3 === 0).toBe(true);
  });
});

import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `s${from + index}.ts`).join('\n');

test('a window that slides shows what left and what came', () => {
  const diff = lineDiff(`h\nn:1\n${lines(1, 9)}\n`, `h\nn:2\n${lines(2, 10)}\n`);
  expect(diff).toBe(' h\n-n:1\n-s1.ts\n+n:2\n s2.ts\n s3.ts\n…\n s7.ts\n s8.ts\n+s9.ts\n \n');
});

test('equal texts have no difference; of too many changes all lines are shown', () => {
  expect(lineDiff('a\nb', 'a\nb')).toBe('');
  expect(lineDiff('', 'a')).toBe('-\n+a\n');
  const far = lineDiff(lines(0, 1_000), lines(5_000, 6_000));
  expect(far.split('\n').filter((line) => /^[-+]/.test(line)).length).toBe(2_000);
});

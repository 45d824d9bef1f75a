import { expect, test } from 'vitest';
import { SharedValues } from './shared-values.ts';

test('equal values are one object, the others stay apart', () => {
  const values = new SharedValues<{ readonly n: number }>();
  const share = (n: number) => values.of({ n }, String(n));
  const first = share(1);
  expect(share(1)).toBe(first);
  expect(share(2)).toEqual({ n: 2 });
  expect(share(1)).toBe(first);
});

test('values are compared with the newest ones; those used last count as new', () => {
  const values = new SharedValues<{ readonly n: number }>();
  const all = Array.from({ length: 600 }, (_, n) => {
    values.of({ n: 0 }, '0');
    return values.of({ n }, String(n));
  });
  expect(values.of({ n: 0 }, '0')).toBe(all[0]);
  expect(values.of({ n: 599 }, '599')).toBe(all[599]);
  expect(values.of({ n: 1 }, '1')).not.toBe(all[1]);
});

test('values that are long are not kept', () => {
  const values = new SharedValues<{ readonly n: number }>();
  const first = values.of({ n: 1 }, 'x'.repeat(4_001));
  expect(values.of({ n: 1 }, 'x'.repeat(4_001))).not.toBe(first);
});

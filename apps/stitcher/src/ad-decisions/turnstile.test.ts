import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

test('so many pass at a time, the others in order, also after one that failed', async () => {
  const turnstile = new Turnstile(3);
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const all = Array.from({ length: 1_000 }, (_, n) =>
    turnstile.run(async () => {
      inside += 1;
      most = Math.max(most, inside);
      order.push(n);
      await new Promise(setImmediate);
      inside -= 1;
      if (n % 7 === 0) {
        throw new Error('failed');
      }
    }),
  );
  const ends = await Promise.allSettled(all);
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(143);
  expect(order).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  expect([most, inside]).toEqual([3, 0]);
  await expect(turnstile.run(async () => 'again')).resolves.toBe('again');
});

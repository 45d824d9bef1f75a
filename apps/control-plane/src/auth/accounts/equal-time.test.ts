import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inEqualTime } from './equal-time.ts';

/** Steps that an answer took, of 100 ms. */
async function stepsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await inEqualTime(100, work).catch(() => undefined);
  return (performance.now() - started) / 100;
}

it('SEC-S45 answers come at the end of a whole step, whatever the work took and however it ended', async () => {
  const [quick, slow, failed, long] = await Promise.all([
    stepsOf(async () => 'done'),
    stepsOf(() => wait(60)),
    stepsOf(() => Promise.reject(new Error('no'))),
    stepsOf(() => wait(140)),
  ]);
  // A timer is late on a busy machine, never early by more than its resolution of 1 ms.
  for (const steps of [quick, slow, failed]) expect(steps).toBeGreaterThan(0.98);
  expect(long).toBeGreaterThan(1.98);
});

it('gives result and failure of the work', async () => {
  expect(await inEqualTime(1, async () => 7)).toBe(7);
  await expect(inEqualTime(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

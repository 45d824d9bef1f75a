import { newId } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { DatabaseTime } from './database-time.ts';

const hourMs = 3_600_000;

/** A process whose clock differs from that of the database. */
function apart(aheadMs: number) {
  let ownMs = Date.UTC(2026, 2, 1);
  const time = new DatabaseTime({ now: () => ownMs });
  const ask = (thereMs: number, backMs: number) =>
    time.sampled(
      async () => {
        ownMs += thereMs;
        const nowMs = ownMs + aheadMs;
        ownMs += backMs;
        return nowMs;
      },
      (nowMs) => nowMs,
    );
  return { time, ask, now: () => ownMs };
}

test.each([hourMs, -hourMs, 0.4])(
  'REL-R6 a time of this process is known on the clock of the database, which is %d ms ahead',
  async (aheadMs) => {
    const { time, ask, now } = apart(aheadMs);
    expect(time.of(now())).toBe(now());
    await ask(40, 10);
    expect(Math.abs(time.of(now()) - now() - aheadMs)).toBeLessThanOrEqual(16);
    // Of several answers the one that took the shortest way is the best.
    await ask(1, 1);
    await ask(500, 2);
    expect(Math.abs(time.now() - now() - aheadMs)).toBeLessThan(0.001);
    expect(Number.isInteger(time.of(now() + 0.3))).toBe(true);
  },
);

test('an answer without a time, or none, changes nothing', async () => {
  const { time, ask, now } = apart(hourMs);
  await ask(1, 1);
  await time.sampled(
    async () => newId(),
    () => undefined,
  );
  const lost = time.sampled(async () => Promise.reject(new Error('away')), Number);
  await expect(lost).rejects.toThrow('away');
  expect(time.of(now())).toBe(now() + hourMs);
});

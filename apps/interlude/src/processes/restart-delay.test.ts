import { describe, expect, it } from 'vitest';
import { nextRestart, restartLimits } from './restart-delay.ts';

/** The waits of a role that ends each time after `ranMs`. */
function waits(ends: number, ranMs: number, random: number): number[] {
  const delays: number[] = [];
  for (let before = 0; delays.length < ends; ) {
    const { endsInARow, delayMs } = nextRestart(before, ranMs, random);
    delays.push(delayMs);
    before = endsInARow;
  }
  return delays;
}

describe('SEC-S66 the wait before a role is started again', () => {
  it('doubles from half a second to half a minute', () => {
    expect(waits(9, 1_000, 1)).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(nextRestart(5_000, 0, 1).delayMs).toBe(restartLimits.mostMs);
  });

  it('is shortened by chance, by half at most', () => {
    expect(waits(3, 1_000, 0)).toEqual([250, 500, 1_000]);
    expect(waits(3, 1_000, 0.5)).toEqual([375, 750, 1_500]);
  });

  it('begins anew after a calm minute', () => {
    expect(nextRestart(7, restartLimits.calmMs - 1, 1).endsInARow).toBe(8);
    expect(nextRestart(7, restartLimits.calmMs, 1)).toEqual({ endsInARow: 1, delayMs: 500 });
  });
});

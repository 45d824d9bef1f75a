import type { BreakReading } from '@interlude/stitching';
import { expect, test } from 'vitest';
import { KeptReadings } from './kept-readings.ts';
import { originLimits } from './origin-limits.ts';

const reading = (version: number, knownUntilMs = 0): BreakReading => ({
  ...{ version, knownUntilMs, breaks: [], oldestMs: 0 },
  ...{ hasEnded: false, hasAlignedSegments: true },
  frozen: (plan) => plan,
});

test('the newest readings are kept, and the last word of each version', () => {
  const kept = new KeptReadings();
  const before = kept.all;
  for (let version = 1; version <= originLimits.keptReadings + 2; version++) {
    kept.add(reading(version));
  }
  kept.add(reading(originLimits.keptReadings + 2, 7));
  expect(before).toEqual([]);
  expect(kept.all.map(({ version, knownUntilMs }) => [version, knownUntilMs])).toEqual([
    [3, 0],
    [4, 0],
    [5, 0],
    [6, 7],
  ]);
});

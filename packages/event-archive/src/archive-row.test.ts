import type { StitcherEvent } from '@interlude/reporting';
import { describe, expect, test } from 'vitest';
import { eventOf, rowOf } from './archive-row.ts';
import { eventFileKey, intakeName, segmentOfIntake } from './segment-name.ts';

const atMs = Date.UTC(2026, 10, 23, 12);
const segment = { writer: '0192-ab', seq: 7, openedAtMs: atMs };
const whole: StitcherEvent = {
  ...{ type: 'beacons', atMs, tenant: 't', channel: 'c', session: 's', viewer: 'v' },
  ...{ campaign: 'p', creative: 'k', asset: 'a', breakId: 'b', slot: 3, durationMs: 1_500.5 },
  ...{ errorCode: 303, reason: 'NO_ADS', country: 'DE', device: 'TV', bytes: 9, isRepeat: true },
  ...{ tracker: 'ads.example', splice: 'adToAd' },
  sums: undefined,
  beacons: { sent: 5, answered: 4, failed: 1, impressionsFailed: 1, impressionsRetried: 2 },
  quality: { stallSplices: 4, stalls: 3, exitSplices: 2, exits: 1 },
};

describe('an event of the archive', () => {
  test('comes back as it went in', () => {
    expect(eventOf({ ...rowOf(whole, segment) })).toEqual(whole);
  });

  test('has the time at which it is counted, and is left out when it is not', () => {
    const ahead = rowOf({ ...whole, atMs: atMs + 3_600_000 }, segment);
    expect(ahead?.happened_at).toBe(atMs);
    expect(rowOf({ ...whole, atMs: atMs - 8 * 86_400_000 }, segment)).toBeUndefined();
  });
});

describe('names', () => {
  test('of segments in the intake are their keys in the ledger, also of events that were set aside', () => {
    for (const writer of ['0192-ab', '0192-ab+aside-12']) {
      const name = intakeName({ ...segment, writer });
      expect(segmentOfIntake(`intake/${name}`)).toEqual({ ...segment, writer });
      expect(segmentOfIntake(`${name}.zst`)).toEqual({ ...segment, writer });
    }
    expect(intakeName({ ...segment, writer: '../x' })).toBeUndefined();
    expect(segmentOfIntake('intake/notes.txt')).toBeUndefined();
  });

  test('of files have company and day', () => {
    const file = { tenantId: 't', day: Math.floor(atMs / 86_400_000), id: 'x' };
    expect(eventFileKey(file)).toBe('events/t/2026-11-23/x.parquet');
  });
});

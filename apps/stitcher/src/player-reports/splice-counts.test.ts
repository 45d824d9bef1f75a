import type { Counted, StitcherEvent } from '@interlude/reporting';
import { expect, test } from 'vitest';
import { SpliceCounts } from './splice-counts.ts';

/** The clock of the database is ahead. */
const aheadMs = 3_600_000;
const atMs = Date.UTC(2026, 10, 24, 12, 20) - aheadMs;
const subject = {
  ...{ tenantId: 't', channelId: 'c', sessionId: 's', viewerId: 'v', device: 'Roku' },
  country: 'DE',
};

function counting(maxKept?: number) {
  const events: StitcherEvent[] = [];
  const recorder = { note: (...more: readonly StitcherEvent[]) => void events.push(...more) };
  const time = { of: (ownMs: number) => ownMs + aheadMs };
  return { events, counts: new SpliceCounts(recorder, time, maxKept) };
}

const counted = (change: Partial<Counted>): Counted => ({
  ...{ place: 'adToAd', creative: 'a', atMs },
  ...change,
});

test('REL-R6 what players did is one event for place, creative, device and quarter of an hour, and names no session', () => {
  const { counts, events } = counting();
  counts.add(subject, counted({ stallSplices: 1 }));
  counts.add(
    { ...subject, sessionId: 's2', viewerId: 'v2' },
    counted({ stalls: 1, exitSplices: 1 }),
  );
  counts.add(subject, counted({ place: 'away-exits', creative: '', watchedMs: 9_000 }));
  counts.add(subject, counted({ place: 'away-exits', creative: '', exits: 1, watchedMs: 1_000 }));
  counts.flush();
  counts.flush();
  const of = {
    ...{ type: 'splices', atMs: Date.UTC(2026, 10, 24, 12, 15), tenant: 't', channel: 'c' },
    ...{ session: '', viewer: '' },
  };
  expect(events).toEqual([
    {
      ...{ ...of, splice: 'adToAd', creative: 'a', device: 'Roku' },
      quality: { stallSplices: 1, stalls: 1, exitSplices: 1, exits: 0 },
    },
    {
      ...{ ...of, splice: 'away-exits', durationMs: 10_000 },
      quality: { stallSplices: 0, stalls: 0, exitSplices: 0, exits: 1 },
    },
  ]);
});

test('SEC-S127 what is kept in memory is bounded: it is written when there is much of it', () => {
  const { counts, events } = counting(3);
  for (const creative of ['a', 'b', 'c', 'd'])
    counts.add(subject, counted({ creative, stalls: 1 }));
  expect(events.map(({ creative }) => creative)).toEqual(['a', 'b', 'c']);
});

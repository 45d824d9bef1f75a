import { foldEvents, type StitcherEvent } from '@interlude/reporting';
import { fixedClock } from '@interlude/testkit';
import { describe, expect, it } from 'vitest';
import type { Beacon } from './beacon-sender.ts';
import { TrackerCounts } from './tracker-counts.ts';

const atMs = Date.UTC(2026, 0, 15, 12, 20);
const clock = fixedClock(atMs);
const beacon = (url: string, event = 'impression'): Beacon => ({
  ...{ url, event, headers: {}, channelId: 'c', sessionId: 's' },
  counted: { creative: 'cr', campaign: 'spring', atMs },
});

function counting(limits: ConstructorParameters<typeof TrackerCounts>[2] = {}) {
  const events: StitcherEvent[] = [];
  const recorder = { note: (...more: readonly StitcherEvent[]) => void events.push(...more) };
  return { events, counts: new TrackerCounts(recorder, clock, limits) };
}

describe('beacons by the host of their tracker', () => {
  it('are one event for host and creative: sent, answered, failed, and impressions apart', () => {
    const { counts, events } = counting();
    counts.add(beacon('https://ads.example/i'), 't', 'sent', 2);
    counts.add(beacon('https://ads.example/i?2'), 't', 'failed', 3);
    counts.add(beacon('https://ads.example/q', 'midpoint'), 't', 'rejected', 1);
    counts.add(beacon('https://ads.example/q', 'midpoint'), 't', 'dropped', 0);
    counts.add(beacon('https://ads.example/i'), '', 'sent', 1);
    counts.flush();
    counts.flush();
    expect(events).toEqual([
      {
        ...{ type: 'beacons', atMs: Date.UTC(2026, 0, 15, 12, 15), tenant: 't', channel: 'c' },
        ...{ session: '', viewer: '', tracker: 'ads.example', creative: 'cr', campaign: 'spring' },
        beacons: { sent: 3, answered: 1, failed: 3, impressionsFailed: 1, impressionsRetried: 2 },
      },
    ]);
    const { rows } = foldEvents(events, { writer: 'w', seq: 1, segmentAtMs: atMs });
    expect(rows.map(({ grain, dimension, value }) => [grain, dimension, value])).toEqual([
      ['hour', 'creative', 'cr'],
      ['hour', 'tracker', 'ads.example'],
    ]);
    expect(rows[1]?.counters).toMatchObject({ beaconsSent: 3, beaconsFailed: 3, impressions: 0 });
  });

  it('SEC-S73 hosts of a company beyond the bound of an hour are counted as one, and each beacon once', () => {
    const { counts, events } = counting({ hostsPerHour: 2 });
    for (const host of ['a', 'b', 'c', 'd', 'a']) {
      counts.add(beacon(`https://${host}.example/`), 't', 'sent', 1);
    }
    counts.add(beacon('https://c.example/'), 'another', 'sent', 1);
    counts.flush();
    expect(events.map(({ tracker, beacons }) => [tracker, beacons?.sent])).toEqual([
      ['a.example', 2],
      ['b.example', 1],
      ['(other)', 2],
      ['c.example', 1],
    ]);
  });
});

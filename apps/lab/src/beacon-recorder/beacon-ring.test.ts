import { describe, expect, it } from 'vitest';
import { groupBeacons } from './beacon-groups.ts';
import { writeBeaconPage } from './beacon-page.ts';
import { BeaconRing, type NewBeacon } from './beacon-ring.ts';

function beacon(event: string, change: Partial<NewBeacon> = {}): NewBeacon {
  return {
    atEpochMs: 1_790_000_000_000,
    method: 'GET',
    event,
    session: 's1',
    breakId: 'b1',
    ad: 'ad-a-10',
    position: '1',
    query: {},
    headers: {},
    isAccepted: true,
    ...change,
  };
}

describe('beacon recorder', () => {
  it('knows a beacon that arrived twice, whatever its cache buster', () => {
    const ring = new BeaconRing();
    expect(ring.add(beacon('start', { query: { cb: '1' } })).isDuplicate).toBe(false);
    expect(ring.add(beacon('start', { query: { cb: '2' } })).isDuplicate).toBe(true);
  });

  it('takes the same ad at another place of the pod, and a wrapper for another ad, as new', () => {
    const ring = new BeaconRing();
    ring.add(beacon('start'));
    expect(ring.add(beacon('start', { position: '2' })).isDuplicate).toBe(false);
    ring.add(beacon('start', { ad: 'wrapper-1', query: { for: 'x' } }));
    expect(ring.add(beacon('start', { ad: 'wrapper-1', query: { for: 'y' } })).isDuplicate).toBe(
      false,
    );
  });

  it('forgets the oldest beyond its limit and goes on counting', () => {
    const ring = new BeaconRing(100);
    for (let index = 0; index < 1_000; index += 1) ring.add(beacon(`event-${index}`));
    expect(ring.list().length).toBeLessThanOrEqual(100);
    expect(ring.list().at(-1)?.event).toBe('event-999');
    expect(ring.total).toBe(1_000);
    expect(ring.add(beacon('event-0')).isDuplicate).toBe(false);
  });

  it('filters', () => {
    const ring = new BeaconRing();
    ring.add(beacon('start'));
    ring.add(beacon('start', { session: 's2' }));
    ring.add(beacon('complete', { session: 's2' }));
    expect(ring.list({ session: 's2' })).toHaveLength(2);
    expect(ring.list({ session: 's2', event: 'start' })).toHaveLength(1);
    expect(ring.list({ after: 2 }).map((each) => each.event)).toEqual(['complete']);
  });

  it('groups by session, break, ad and event, newest first', () => {
    const ring = new BeaconRing();
    for (const breakId of ['b1', 'b2']) {
      for (const event of ['impression', 'start']) ring.add(beacon(event, { breakId }));
    }
    ring.add(beacon('start', { session: 's2', atEpochMs: 1_790_000_009_000 }));
    const groups = groupBeacons(ring.list());
    expect(groups.map((group) => group.session)).toEqual(['s2', 's1']);
    expect(groups[1]?.breaks.map((each) => each.breakId)).toEqual(['b2', 'b1']);
    expect(groups[1]?.breaks[0]?.ads[0]?.events.map((each) => each.event)).toEqual([
      'impression',
      'start',
    ]);
  });

  it('writes nothing of a beacon into its page unescaped', () => {
    const ring = new BeaconRing();
    const evil = '"><script>alert(1)</script>';
    ring.add(
      beacon(evil, {
        session: evil,
        breakId: evil,
        ad: evil,
        position: evil,
        query: { code: evil },
      }),
    );
    const html = writeBeaconPage({ beacons: ring.list(), filter: {}, total: 1, nowMs: 0 });
    expect(html).not.toContain('<script>');
    expect(html.split('&quot;&gt;&lt;script&gt;')).toHaveLength(9);
  });
});

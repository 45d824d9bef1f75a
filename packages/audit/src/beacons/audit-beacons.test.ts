import { describe, expect, it } from 'vitest';
import { auditBeacons, type ReceivedBeacon } from './audit-beacons.ts';

const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
const whole = (placementId: string, count = events.length): ReceivedBeacon[] =>
  events.slice(0, count).map((event, index) => ({
    placementId,
    event,
    tracker: `https://t.test/${event}`,
    atMs: Math.max(0, index - 1) * 7_500,
  }));
const rules = (beacons: readonly ReceivedBeacon[]) =>
  auditBeacons(beacons).map(({ rule, placementId }) => [rule, placementId]);

describe('beacons of a session', () => {
  it('whole ads, an ad that was cut short and a second tracker have no finding', () => {
    const second = whole('b1.0').map((beacon) => ({ ...beacon, tracker: `${beacon.tracker}/2` }));
    expect(rules([...whole('b1.0'), ...second, ...whole('b1.1', 3)])).toEqual([]);
    expect(rules([...whole('b1.0')].reverse())).toEqual([]);
  });

  it('B4 finds an event that came twice', () => {
    const [impression] = whole('b1.0');
    const twice = [...whole('b1.0'), ...(impression ? [{ ...impression, atMs: 9_000 }] : [])];
    expect(auditBeacons(twice)).toMatchObject([
      {
        rule: 'B4',
        placementId: 'b1.0',
        detail: 'impression at https://t.test/impression came 2 times',
      },
    ]);
  });

  it('B3 finds events without an impression or before it', () => {
    expect(rules(whole('b1.0').slice(2, 3))).toEqual([['B3', 'b1.0']]);
    const late = whole('b1.1').map((beacon) =>
      beacon.event === 'impression' ? { ...beacon, atMs: 9_000 } : beacon,
    );
    expect(rules(late)).toContainEqual(['B3', 'b1.1']);
    const swapped = whole('b1.2').map((beacon) =>
      beacon.event === 'complete' ? { ...beacon, atMs: 10 } : beacon,
    );
    expect(rules(swapped)).toEqual([['B3', 'b1.2']]);
  });
});

import { describe, expect, test } from 'vitest';
import { decodeQuality } from '../player-reports/quality-sums.ts';
import type { StitcherEvent } from './event.ts';
import { decodeEvents, encodeEvents } from './event-codec.ts';

const impression: StitcherEvent = {
  type: 'impression',
  atMs: 1_795_000_000_123,
  tenant: 't1',
  channel: 'c1',
  session: 's1',
  viewer: '00ff00ff00ff00ff',
  creative: 'Überraschung "1"',
  breakId: 'b1',
  slot: 0,
  durationMs: 10_000,
};

describe('events in a frame', () => {
  test('come back as they went in', () => {
    const plain: StitcherEvent = { ...impression, type: 'view', creative: undefined };
    expect(decodeEvents(encodeEvents([impression, plain]))).toEqual({
      events: [impression, plain],
      unreadable: 0,
    });
  });

  test('come back with numbers that are 0, and texts that are empty or repeated', () => {
    const events: StitcherEvent[] = [
      { ...impression, durationMs: undefined, bytes: 0 },
      { ...impression, type: 'view', session: '', viewer: '', atMs: impression.atMs - 5 },
      { ...impression, country: 'DE', device: 'DE', isRepeat: true },
    ];
    expect(decodeEvents(encodeEvents(events)).events).toEqual(events);
  });

  test('come back with numbers that are large, negative or not whole, and with a time before the last one', () => {
    const events: StitcherEvent[] = [
      { ...impression, slot: 300, durationMs: 2 ** 52 + 1, bytes: 2 ** 28 },
      { ...impression, slot: -1, durationMs: 10_000.5, errorCode: 303, atMs: 5 },
      { ...impression, durationMs: Number.NaN },
    ];
    expect(decodeEvents(encodeEvents(events)).events).toEqual([
      ...events.slice(0, 2),
      { ...impression, durationMs: undefined },
    ]);
  });

  test('one of a newer release is skipped, and the others are read', () => {
    const payload = encodeEvents([impression, impression, impression]);
    // The type of the first event follows the texts, whose length is at offset 5.
    const textBytes = new DataView(payload.buffer).getUint32(5, true);
    payload[9 + textBytes] = 250;
    expect(decodeEvents(payload)).toEqual({ events: [impression, impression], unreadable: 1 });
  });

  test('no bytes make it throw, and none more events than they have room for', () => {
    const payload = encodeEvents(Array.from({ length: 20 }, () => impression));
    for (let length = 0; length < payload.length; length += 1) {
      const { events, unreadable } = decodeEvents(payload.subarray(0, length));
      expect(events.length + unreadable).toBeLessThanOrEqual(20);
      expect(unreadable).toBeGreaterThan(0);
    }
    for (let at = 0; at < payload.length; at += 1) {
      const altered = payload.slice();
      altered[at] = 0xff;
      const { events, unreadable } = decodeEvents(altered);
      expect(events.length + unreadable).toBeLessThanOrEqual(payload.length);
    }
  });

  test('of the release before the last are read', () => {
    const payload = '[1,[8,1795000000123,"t1","c1","s1","00ff",null,"Über",null,"b1",0,10000]]';
    expect(decodeEvents(new TextEncoder().encode(payload))).toEqual({
      events: [
        {
          ...{ type: 'impression', atMs: 1_795_000_000_123, tenant: 't1', channel: 'c1' },
          ...{ session: 's1', viewer: '00ff', creative: 'Über', breakId: 'b1', slot: 0 },
          durationMs: 10_000,
        },
      ],
      unreadable: 0,
    });
  });

  test('of players at splices come back, and hostile sums as figures', () => {
    const splices: StitcherEvent = {
      ...{ type: 'splices', atMs: 1_795_000_000_123, tenant: 't1', channel: 'c1', session: '' },
      ...{ viewer: '', splice: 'adToAd', creative: 'c' },
      quality: { stallSplices: 4, stalls: 1, exitSplices: 5, exits: 2 },
    };
    expect(decodeEvents(encodeEvents([splices])).events).toEqual([splices]);
    expect(decodeQuality([-1, 2.5, 'x', Number.NaN])).toEqual({
      ...{ stallSplices: 0, stalls: 2, exitSplices: 0, exits: 0 },
    });
    expect(decodeQuality('x')).toBeUndefined();
  });

  test('a payload or row that cannot be read is counted, not thrown', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(decodeEvents(bytes('{'))).toEqual({ events: [], unreadable: 1 });
    expect(decodeEvents(bytes('[2,[0,1,"t","c"]]')).unreadable).toBe(1);
    expect(
      decodeEvents(bytes('[2,5,["t"],[0,1,1,2],[0,1,1,1],[0,1,-1,1],[0,1,0.5,1]]')),
    ).toMatchObject({
      events: [{ tenant: 't', channel: 't', atMs: 6 }],
      unreadable: 3,
    });
    expect(decodeEvents(bytes('[1,[999,1,"t","c"],[0,"x","t","c"],7]')).unreadable).toBe(3);
  });
});

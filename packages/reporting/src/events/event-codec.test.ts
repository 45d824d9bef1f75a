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
    expect(decodeEvents(bytes('[1,[999,1,"t","c"],[0,"x","t","c"],7]')).unreadable).toBe(3);
  });
});

import { describe, expect, test } from 'vitest';
import { maxFrameBytes } from '../spool/frame-codec.ts';
import type { StitcherEvent } from './event.ts';
import { encodeEvents } from './event-codec.ts';
import { decodeEventFrames, encodeEventFrames } from './event-frames.ts';

const event: StitcherEvent = {
  type: 'impression',
  atMs: 1_795_000_000_123,
  tenant: 't1',
  channel: 'c1',
  session: 's1',
  viewer: 'v1',
};

describe('frames of events', () => {
  test('any number of events comes back in order', () => {
    const events = Array.from({ length: 2_345 }, (_, slot) => ({ ...event, slot }));
    const decoded = decodeEventFrames(encodeEventFrames(events));
    expect(decoded.events.map(({ slot }) => slot)).toEqual(events.map(({ slot }) => slot));
    expect(decoded).toMatchObject({ unreadable: 0, tornBytes: 0 });
    expect(encodeEventFrames([])).toHaveLength(0);
  });

  test('what was encoded stays as it is while more is encoded', () => {
    const first = encodeEventFrames([event]);
    const before = first.slice();
    const more = Array.from({ length: 2_000 }, (_, slot) => ({ ...event, slot: slot + 2 ** 40 }));
    expect(decodeEventFrames(encodeEventFrames(more)).events).toEqual(more);
    expect(first).toEqual(before);
    expect(encodeEventFrames([event])).toEqual(before);
  });

  test('SEC-S51 an event has a greatest size, and a frame of the largest can be read', () => {
    const text = '\u0001'.repeat(32_768);
    const largest: StitcherEvent = {
      ...{ ...event, tenant: text, channel: text, session: text, viewer: text },
      ...{ campaign: text, creative: text, asset: text, breakId: text, reason: text },
      ...{ country: text, device: text },
      ...{ slot: -1e-300 / 3, durationMs: -1e300 / 3, errorCode: -1e300 / 3, bytes: -1e300 / 3 },
    };
    expect(encodeEvents([largest]).length * 1_000).toBeLessThan(maxFrameBytes);
    const decoded = decodeEventFrames(encodeEventFrames([largest, largest, event]));
    expect(decoded.events).toHaveLength(3);
    expect(decoded.events.at(-1)).toMatchObject({
      type: 'impression',
      tenant: 't1',
      slot: undefined,
    });
  });

  test('SEC-S53 a damaged frame loses its events, which are counted, and no others', () => {
    const bytes = encodeEventFrames(Array.from({ length: 2_100 }, () => event));
    // A letter of the texts, after the headers of frame and payload.
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    const decoded = decodeEventFrames(bytes);
    expect(decoded.events).toHaveLength(1_100);
    expect(decoded).toMatchObject({ unreadable: 1_000, tornBytes: 0 });
  });

  test('zeros that a loss of power left are no events', () => {
    const bytes = encodeEventFrames([event]);
    const longer = new Uint8Array(bytes.length + 4_096);
    longer.set(bytes);
    const { events, unreadable } = decodeEventFrames(longer);
    expect([events.length, unreadable]).toEqual([1, 0]);
  });

  test('a torn end loses the frame that it cuts and no other', () => {
    const bytes = encodeEventFrames(Array.from({ length: 1_001 }, () => event));
    const torn = decodeEventFrames(bytes.subarray(0, bytes.length - 1));
    expect(torn.events).toHaveLength(1_000);
    expect(torn.tornBytes).toBeGreaterThan(0);
  });
});

import { describe, expect, test } from 'vitest';
import type { StitcherEvent } from '../events/event.ts';
import { keyTextOf } from '../events/key-text.ts';
import { estimateUniques } from '../sketches/hyper-log-log.ts';
import { foldEvents } from './fold-events.ts';

const atMs = Date.UTC(2026, 10, 20, 12, 34, 56);
const quarter = Math.floor(Date.UTC(2026, 10, 20, 12, 30) / 60_000);
const options = { writer: 'w', seq: 7, segmentAtMs: atMs };

function event(change: Partial<StitcherEvent> = {}): StitcherEvent {
  return {
    type: 'impression',
    atMs,
    tenant: 't1',
    channel: 'c1',
    session: 's1',
    viewer: 'v1',
    ...change,
  };
}

describe('folding a spool segment', () => {
  test('gives one row of the minute, and one of the quarter of an hour for each known dimension', () => {
    const batch = foldEvents(
      [
        event({ creative: 'cr', device: 'tv', durationMs: 10_000 }),
        event({ type: 'complete', creative: 'cr', device: 'tv' }),
      ],
      options,
    );
    expect(
      batch.rows.map(({ grain, dimension, value, bucket }) => ({
        grain,
        dimension,
        value,
        bucket,
      })),
    ).toEqual([
      { grain: 'hour', dimension: 'total', value: '', bucket: quarter },
      { grain: 'hour', dimension: 'device', value: 'tv', bucket: quarter },
      { grain: 'hour', dimension: 'creative', value: 'cr', bucket: quarter },
      { grain: 'minute', dimension: 'total', value: '', bucket: quarter + 4 },
    ]);
    expect(batch.rows[0]?.counters).toMatchObject({ impressions: 1, completes: 1, adMs: 10_000 });
    expect(batch.usage).toEqual([{ tenant: 't1', bucket: quarter, adEvents: 1 }]);
    expect(batch.newestAtMs).toBe(atMs);
  });

  test('is the same batch whatever the order of the events', () => {
    const events = [
      event(),
      event({ type: 'view', session: '', viewer: '', durationMs: 70_000 }),
      event({ type: 'error', errorCode: 407, tenant: 't0' }),
      event({ type: 'skipped', reason: 'NEW_CREATIVE' }),
      event({ viewer: 'v2', campaign: 'spring' }),
    ];
    expect(foldEvents(events.toReversed(), options)).toEqual(foldEvents(events, options));
  });

  test('batches add up to the batch of all', () => {
    const events = Array.from({ length: 500 }, (_, index) =>
      event({ atMs: atMs + index * 1_000, channel: `c${index % 3}` }),
    );
    const sum = (of: StitcherEvent[]) =>
      foldEvents(of, { ...options, segmentAtMs: atMs + 500_000 })
        .rows.filter(({ grain }) => grain === 'hour')
        .reduce((total, { counters }) => total + counters.impressions, 0);
    expect(sum(events.slice(0, 123)) + sum(events.slice(123))).toBe(500);
  });

  test('a repeated ad of a session is counted beside the ad', () => {
    const batch = foldEvents([event(), event({ slot: 1, isRepeat: true })], options);
    expect(batch.rows[0]?.counters).toMatchObject({ impressions: 2, repeats: 1 });
  });

  test('what players did at splices is in rows of splices, creatives and devices, and in no total', () => {
    const quality = { stallSplices: 10, stalls: 2, exitSplices: 12, exits: 1 };
    const about = { type: 'splices' as const, session: '', viewer: '' };
    const { rows, usage, sketches } = foldEvents(
      [
        event({ ...about, splice: 'adToAd', creative: 'cr', device: 'tv', quality }),
        event({ ...about, splice: 'adToAd', creative: 'other', device: 'tv', quality }),
        event({ ...about, splice: 'away-exits', durationMs: 30_000 }),
      ],
      options,
    );
    expect(
      rows.map(({ grain, dimension, value, counters }) => [
        ...[grain, dimension, value, counters.stallSplices, counters.stalls],
        ...[counters.exitSplices, counters.exits, counters.viewMs],
      ]),
    ).toEqual([
      ['hour', 'device', 'tv', 20, 4, 24, 2, 0],
      ['hour', 'creative', 'cr', 10, 2, 12, 1, 0],
      ['hour', 'creative', 'other', 10, 2, 12, 1, 0],
      ['hour', 'splice', 'adToAd', 20, 4, 24, 2, 0],
      ['hour', 'splice', 'away-exits', 0, 0, 0, 0, 30_000],
    ]);
    expect([usage, sketches]).toEqual([[], []]);
  });

  test('SEC-S51 what others name is bounded in every key, and equal keys are one row', () => {
    const universalAdId = 'x'.repeat(32_768);
    const batch = foldEvents(
      [
        event({ creative: universalAdId }),
        event({ creative: keyTextOf(universalAdId) }),
        event({ creative: 'a\0b', campaign: 'half \ud83c', device: '\0', asset: universalAdId }),
      ],
      options,
    );
    const texts = batch.rows.flatMap((row) => [row.tenant, row.channel, row.campaign, row.value]);
    expect(texts.filter((text) => keyTextOf(text) !== text || text.includes('\0'))).toEqual([]);
    const creatives = batch.rows.filter(({ dimension }) => dimension === 'creative');
    expect(creatives.map(({ value, counters }) => [value, counters.impressions])).toEqual([
      [keyTextOf(universalAdId), 2],
      ['a\ufffdb', 1],
    ]);
    expect(new Set(batch.sketches.map(({ value }) => value))).toContain(keyTextOf(universalAdId));
  });

  test('SEC-S51 an amount that no column holds is bounded', () => {
    const adMs = (durationMs: number) =>
      foldEvents([event({ durationMs, bytes: durationMs })], options).rows[0]?.counters;
    expect(adMs(1e300)).toMatchObject({ adMs: 1e11, bytes: 1e11 });
    expect(adMs(Number.NaN)).toMatchObject({ adMs: 0, bytes: 0 });
    expect(adMs(-1)).toMatchObject({ adMs: 0, bytes: 0 });
  });

  test('counts viewers once, not impressions', () => {
    const batch = foldEvents([event(), event(), event({ viewer: 'v2' })], options);
    expect(batch.sketches).toHaveLength(1);
    expect(batch.sketches.map(({ sketch }) => estimateUniques(sketch))).toEqual([2]);
  });

  test('an event 8 days late is counted as dropped; one of the future is moved to the segment', () => {
    const batch = foldEvents(
      [event({ atMs: atMs - 8 * 86_400_000 }), event({ atMs: atMs + 3_600_000 })],
      options,
    );
    expect(batch.lateDropped).toBe(1);
    expect(batch.newestAtMs).toBe(atMs);
  });
});

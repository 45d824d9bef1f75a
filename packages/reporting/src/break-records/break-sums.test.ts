import { describe, expect, test } from 'vitest';
import type { StitcherEvent } from '../events/event.ts';
import { decodeEvents, encodeEvents } from '../events/event-codec.ts';
import { keyTextOf } from '../events/key-text.ts';
import { foldEvents } from '../fold/fold-events.ts';
import { AddedSums } from './add-sums.ts';
import { lossOf } from './break-share.ts';
import { type BreakSums, breakSumsLimits } from './break-sums.ts';
import { demandLatencyBoundsMs, demandOf } from './demand.ts';

const atMs = Date.UTC(2026, 10, 20, 12);
const options = { writer: 'w', seq: 1, segmentAtMs: atMs };

const sums = (change: Partial<BreakSums> = {}): BreakSums => ({
  startedAtMs: atMs,
  announcedMs: 60_000,
  counts: { sessions: 1, offeredMs: 60_000, placedMs: 45_000 },
  losses: [lossOf('NO_ADS', 15_000, 1)],
  demand: [demandOf({ url: 'https://ads.example/v', hop: 0, outcome: 'inTime', tookMs: 120 })],
  ...change,
});

const event = (own: BreakSums, change: Partial<StitcherEvent> = {}): StitcherEvent => ({
  type: 'break',
  atMs,
  tenant: 't1',
  channel: 'c1',
  session: '',
  viewer: '',
  breakId: 'b1',
  sums: own,
  ...change,
});

describe('demand', () => {
  test('REC-007 a request is in time, late, or an error; an empty answer was in time', () => {
    const counted = (outcome: 'inTime' | 'empty' | 'late' | 'error', tookMs?: number) => {
      const {
        latency,
        server: _,
        hop: __,
        ...counts
      } = demandOf({
        url: 'https://user:pass@ads.example:8443/v?x=1',
        hop: 1,
        outcome,
        tookMs,
      });
      return { ...counts, at: latency.indexOf(1) };
    };
    expect(counted('inTime', 25)).toEqual({
      asked: 1,
      inTime: 1,
      late: 0,
      empty: 0,
      error: 0,
      at: 0,
    });
    expect(counted('empty', 26)).toMatchObject({ inTime: 1, empty: 1, at: 1 });
    expect(counted('late')).toMatchObject({ inTime: 0, late: 1, at: -1 });
    expect(counted('error', 60_000)).toMatchObject({ error: 1, at: demandLatencyBoundsMs.length });
  });

  test('SEC-S81 a server is a host, without users, paths or queries; what is no address is unknown', () => {
    const serverOf = (url: string) => demandOf({ url, hop: 0, outcome: 'late', tookMs: 1 }).server;
    expect(serverOf('https://me:secret@ads.example:8443/v?token=1')).toBe('ads.example:8443');
    expect(serverOf('not an address')).toBe('unknown');
  });
});

describe('the sums of a break', () => {
  test('REC-002 add, corrections included, and keep the latest lengths and the earliest start', () => {
    const added = new AddedSums(atMs + 5);
    added.add(sums());
    added.add(
      sums({
        startedAtMs: atMs - 5,
        announcedMs: undefined,
        observedMs: 40_000,
        counts: { offeredMs: -20_000, seenMs: 10_000 },
        losses: [lossOf('NO_ADS', -15_000, -1)],
      }),
    );
    expect(added.sums).toEqual({
      startedAtMs: atMs - 5,
      announcedMs: 60_000,
      observedMs: 40_000,
      counts: { sessions: 1, offeredMs: 40_000, placedMs: 45_000, seenMs: 10_000 },
      losses: [],
      demand: [
        { ...sums().demand[0], asked: 2, inTime: 2, latency: [0, 0, 0, 2, ...Array(9).fill(0)] },
      ],
    });
  });

  test('SEC-S82 hosts that an answer names are bounded: what comes after them is counted together', () => {
    const added = new AddedSums(atMs);
    for (let host = 0; host < breakSumsLimits.demand + 50; host += 1) {
      const url = `https://h${host}.example/`;
      added.add(sums({ demand: [demandOf({ url, hop: 1, outcome: 'late', tookMs: undefined })] }));
    }
    const { demand } = added.sums;
    expect(demand).toHaveLength(breakSumsLimits.demand + 1);
    expect(demand.find(({ server }) => server === 'others')?.asked).toBe(50);
    expect(demand.reduce((sum, { asked }) => sum + asked, 0)).toBe(breakSumsLimits.demand + 50);
  });

  test('REC-002 are spooled and read back; a damaged field is no event that counts', () => {
    const written = [event(sums()), event(sums({ observedMs: 1 }), { channel: 'c2' })];
    const { events, unreadable } = decodeEvents(encodeEvents(written));
    expect(unreadable).toBe(0);
    expect(events).toMatchObject(written);
    const odd = event(sums({ losses: [], demand: [] }));
    const text = Buffer.from(encodeEvents([odd])).toString('latin1');
    const damaged = text.replace('[1,60000,', '[{},null,');
    const [read] = decodeEvents(Buffer.from(damaged, 'latin1')).events;
    expect(read?.sums?.counts).toMatchObject({ sessions: 0, offeredMs: 0 });
  });

  test('REC-002 SEC-S51 fold by break, bounded in every key, in one order, apart from the rollups', () => {
    const long = 'x'.repeat(30_000);
    const events = [
      event(sums(), { breakId: long }),
      event(sums()),
      event(sums(), { breakId: long }),
      event(sums({ startedAtMs: Date.UTC(1999, 0, 1) }), { breakId: 'a' }),
    ];
    const batch = foldEvents(events, options);
    expect(batch.rows).toEqual([]);
    expect(batch.breaks.map(({ breakId, sums: own }) => [breakId, own.counts.sessions])).toEqual([
      ['a', 1],
      ['b1', 1],
      [keyTextOf(long), 2],
    ]);
    expect(batch.breaks[0]?.sums.startedAtMs).toBe(atMs);
    expect(foldEvents(events.toReversed(), options)).toEqual(batch);
  });
});

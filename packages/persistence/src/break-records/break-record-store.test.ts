import {
  type BreakSums,
  demandOf,
  foldEvents,
  lossOf,
  type StitcherEvent,
} from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRollupStore } from '../rollups/rollup-store.ts';
import {
  type BreakRecordStore,
  createBreakRecordStore,
  creativeKey,
  type RecordToWrite,
  serverKey,
} from './break-record-store.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const dayMs = 86_400_000;
let made: TemplateDatabase;
let records: BreakRecordStore;
let tenant: string;
let seq = 0;
beforeAll(async () => {
  made = await templateDatabase({ clock: fixedClock(nowMs) });
  records = createBreakRecordStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const sums = (change: Partial<BreakSums> = {}): BreakSums => ({
  startedAtMs: nowMs,
  announcedMs: 60_000,
  counts: { sessions: 2, offeredMs: 120_000, seenMs: 90_000, adsPlaced: 4 },
  losses: [lossOf('NO_ADS', 20_000, 1), lossOf('NOT_REQUESTED', 10_000, 1)],
  demand: [demandOf({ url: 'https://ads.example/', hop: 0, outcome: 'empty', tookMs: 90 })],
  ...change,
});

/** Adds sums of breaks as a stitcher does, `atMs` with them. @returns whether the batch was new */
function add(
  breaks: Readonly<Record<string, BreakSums>>,
  { atMs = nowMs, number = 0 } = {},
): Promise<boolean> {
  seq += 1;
  const events = Object.entries(breaks).map(
    ([breakId, own]): StitcherEvent => ({
      ...{ type: 'break', atMs, tenant, channel: 'c1', session: '', viewer: '' },
      ...{ breakId, sums: own },
    }),
  );
  const batch = foldEvents(events, { writer: 'w', seq: number || seq, segmentAtMs: atMs });
  return createRollupStore(made.database).apply(batch);
}

const list = (change: Partial<Parameters<BreakRecordStore['list']>[2]> = {}) =>
  records.list(tenant, 'c1', {
    ...{ fromMs: nowMs - dayMs, lostOnly: false, before: undefined, limit: 10 },
    ...change,
  });

const stage = (change: Partial<RecordToWrite> = {}): RecordToWrite => ({
  ...{ id: 'r1', tenantId: tenant, channelId: 'c1', breakId: 'b1', session: 's1' },
  ...{ atMs: nowMs, stage: 'offered', detail: { text: 'as it was' } },
  head: {
    kept: 'lost',
    lostMs: 1_500,
    reason: 'NO_ADS',
    keys: [creativeKey('cr'), serverKey('h')],
  },
  ...change,
});

describe('facts of breaks', () => {
  test('REC-002 REC-007 batches add once, corrections too; the sum of the losses stays what is missing', async () => {
    expect(await add({ b1: sums() }, { number: 901 })).toBe(true);
    expect(await add({ b1: sums() }, { number: 901 })).toBe(false);
    const corrected = sums({
      startedAtMs: nowMs - 40,
      observedMs: 58_000,
      announcedMs: undefined,
      counts: { offeredMs: -4_000, seenMs: 6_000 },
      losses: [lossOf('NOT_REQUESTED', -10_000, -1)],
    });
    await add({ b1: corrected });
    const [one] = await list();
    expect(one).toMatchObject({
      breakId: 'b1',
      startedAt: new Date(nowMs - 40).toISOString(),
      announcedSeconds: 60,
      observedSeconds: 58,
      sessions: 2,
      offeredSeconds: 116,
      seenSeconds: 96,
      losses: [{ reason: 'NO_ADS', owner: 'adServer', lostSeconds: 20, count: 1 }],
    });
    const found = await records.read(tenant, 'c1', 'b1');
    expect(found?.demand).toEqual([
      { server: 'ads.example', hop: 0, asked: 2, inTime: 2, late: 0, empty: 2, error: 0 },
    ]);
  });

  test('REC-006 are listed from the newest, in pages, and only those that lost something when wanted', async () => {
    const at = (startedAtMs: number, losses = sums().losses) => sums({ startedAtMs, losses });
    await add({
      old: at(nowMs - 2 * dayMs),
      b1: at(nowMs - 3_000),
      b2: at(nowMs - 2_000, [lossOf('NOT_REQUESTED', 30_000, 2)]),
      b3: at(nowMs - 1_000),
      b4: at(nowMs - 1_000, [lossOf('ANSWER_TOO_SHORT', 400, 1)]),
    });
    const ids = async (change = {}) => (await list(change)).map(({ breakId }) => breakId);
    expect(await ids()).toEqual(['b4', 'b3', 'b2', 'b1']);
    expect(await ids({ limit: 2 })).toEqual(['b4', 'b3']);
    const before = { startedAtMs: nowMs - 1_000, breakId: 'b3' };
    expect(await ids({ before })).toEqual(['b2', 'b1']);
    expect(await ids({ lostOnly: true })).toEqual(['b3', 'b1']);
  });

  test('REC-002 REC-004 after their retention are sums of a day, purged again without a change; stages are gone', async () => {
    const longAgoMs = nowMs - 40 * dayMs;
    await add({ b1: sums({ startedAtMs: longAgoMs }) }, { atMs: longAgoMs });
    await add({ b2: sums({ startedAtMs: longAgoMs + 60_000 }) }, { atMs: longAgoMs });
    await add({ b3: sums() });
    await records.write([stage({ atMs: nowMs - dayMs - 1 }), stage({ id: 'r2' })]);
    const before = { recordsMs: nowMs - dayMs, factsMs: nowMs - 35 * dayMs };
    expect(await records.purge(before)).toMatchObject({ records: 1, breaks: 2 });
    await add({ b4: sums({ startedAtMs: longAgoMs + 90_000 }) }, { atMs: longAgoMs });
    await records.purge(before);
    await records.purge(before);
    const days = await list({ fromMs: 0 });
    expect(days.map(({ breakId, sessions }) => [breakId, sessions])).toEqual([
      ['b3', 2],
      ['day-2025-12-06', 6],
    ]);
    const day = await records.read(tenant, 'c1', 'day-2025-12-06');
    expect(day?.facts.losses.map(({ lostSeconds }) => lostSeconds)).toEqual([60, 30]);
    expect(day?.demand).toMatchObject([{ asked: 3, empty: 3 }]);
    const { rows } = {
      rows: await made.database.system.selectFrom('break_demand').selectAll().execute(),
    };
    const histogram = rows.find(
      (row) => row.tenant_id === tenant && row.break_id.startsWith('day'),
    );
    expect(histogram?.latency_histogram[2]).toBe(3);
  });
});

describe('stages of sessions', () => {
  test('REC-006 are written once, read in their order, and found by session, creative and ad server', async () => {
    await add({ b1: sums() });
    const written = [
      stage(),
      stage({ id: 'r2', atMs: nowMs + 5, stage: 'sent', head: undefined }),
      stage({
        id: 'r3',
        session: 's2',
        head: { ...stage().head, kept: 'first', lostMs: 0, reason: undefined, keys: [] },
      }),
    ];
    await records.write(written);
    await records.write(written);
    const stages = await records.stages(tenant, { channelId: 'c1', breakId: 'b1', session: 's1' });
    expect(stages).toEqual([
      { stage: 'offered', atMs: nowMs, detail: { text: 'as it was' } },
      { stage: 'sent', atMs: nowMs + 5, detail: { text: 'as it was' } },
    ]);
    const found = await records.read(tenant, 'c1', 'b1');
    expect(found?.recorded.map(({ session, kept }) => [session, kept])).toEqual([
      ['s1', 'lost'],
      ['s2', 'first'],
    ]);
    const find = async (search: object) =>
      (await records.find(tenant, { ...search, limit: 10 })).map(({ session }) => session);
    expect(await find({ creative: 'cr' })).toEqual(['s1']);
    expect(await find({ adServer: 'h', creative: 'cr' })).toEqual(['s1']);
    expect(await find({ adServer: 'other' })).toEqual([]);
    expect(await find({ session: 's2' })).toEqual(['s2']);
    expect(await find({ session: 's2', channelId: 'c2' })).toEqual([]);
    const other = await addTenant(made.database);
    expect(await records.find(other, { creative: 'cr', limit: 10 })).toEqual([]);
    expect(await records.read(other, 'c1', 'b1')).toBeUndefined();
  });

  test('SEC-S46 text of ad servers that PostgreSQL does not take is kept without what it refuses', async () => {
    await records.write([stage({ detail: { text: 'a\0b \ud83c', ['deep']: ['\\u0000'] } })]);
    const stages = await records.stages(tenant, { channelId: 'c1', breakId: 'b1', session: 's1' });
    expect(stages[0]?.detail).toEqual({ text: 'a\ufffdb \ufffd', deep: ['\\u0000'] });
  });
});

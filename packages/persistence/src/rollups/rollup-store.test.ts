import { BatchRefused, foldEvents, type StitcherEvent } from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRollupStore, type RollupStore } from './rollup-store.ts';

const nowMs = Date.UTC(2026, 0, 15, 12, 0, 30);
const minuteMs = 60_000;
const dayMs = 86_400_000;
const clock = fixedClock(nowMs);
let made: TemplateDatabase;
let rollups: RollupStore;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  rollups = createRollupStore(made.database);
});
afterAll(() => made.drop());

const event = (part: Partial<StitcherEvent>): StitcherEvent => ({
  type: 'impression',
  atMs: nowMs - minuteMs,
  tenant: 'nobody',
  channel: 'c1',
  session: 's1',
  viewer: 'v1',
  ...part,
});
let seq = 0;
const batchOf = (writer: string, events: StitcherEvent[]) => {
  seq += 1;
  return foldEvents(events, { writer, seq, segmentAtMs: nowMs });
};
const today = { dayStartMs: Date.UTC(2026, 0, 15), nowMs };

test('counts what a batch holds, for its tenant only', async () => {
  const [one, two] = [await addTenant(made.database), await addTenant(made.database)];
  const watching = Array.from({ length: 3 }, (_, viewer) =>
    event({ tenant: one, type: 'view', durationMs: minuteMs, viewer: `v${viewer}` }),
  );
  await rollups.apply(
    batchOf('w1', [
      ...watching,
      event({ tenant: one, type: 'sessionStart' }),
      event({ tenant: one, type: 'impression', campaign: 'spring', creative: 'cr1' }),
      event({ tenant: one, type: 'impression', campaign: 'spring', creative: 'cr2' }),
      event({ tenant: one, type: 'complete', campaign: 'spring' }),
      event({ tenant: two, type: 'impression' }),
    ]),
  );
  expect(await rollups.summary(one, today)).toEqual({
    watchingNow: 3,
    sessionsToday: 1,
    adsToday: 2,
    completedToday: 1,
    asOf: new Date(nowMs - minuteMs).toISOString(),
  });
  expect((await rollups.summary(two, today)).adsToday).toBe(1);
});

test('adds a batch once, however often and by whomever it is shipped', async () => {
  const tenant = await addTenant(made.database);
  const batch = batchOf('w2', [event({ tenant }), event({ tenant, session: 's2' })]);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => rollups.apply(batch)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await rollups.apply(batch)).toBe(false);
  expect((await rollups.summary(tenant, today)).adsToday).toBe(2);
});

test('adds batches of many writers with the same keys at the same time', async () => {
  const tenant = await addTenant(made.database);
  const events = Array.from({ length: 50 }, (_, number) =>
    event({ tenant, creative: `creative ${number}`, viewer: `v${number}` }),
  );
  await Promise.all(
    Array.from({ length: 12 }, (_, writer) =>
      rollups.apply(batchOf(`writer ${writer % 4}`, events)),
    ),
  );
  expect((await rollups.summary(tenant, today)).adsToday).toBe(600);
  const { rows } = await made.database.system
    .selectFrom('terms')
    .select((of) => of.fn.countAll<number>().as('rows'))
    .where('tenant_id', '=', tenant)
    .where('kind', '=', 14)
    .executeTakeFirstOrThrow();
  expect(rows).toBe(50);
});

test('a batch that fails leaves neither sums nor a ledger row', async () => {
  const tenant = await addTenant(made.database);
  const batch = batchOf('w3', [event({ tenant })]);
  const broken = {
    ...batch,
    sketches: batch.sketches.map((row) => ({ ...row, day: Number.NaN })),
  };
  await expect(rollups.apply(broken)).rejects.toThrow();
  expect((await rollups.summary(tenant, today)).adsToday).toBe(0);
  expect(await rollups.apply(batch)).toBe(true);
  expect((await rollups.summary(tenant, today)).adsToday).toBe(1);
});

test('SEC-S51 identifiers of an ad server that no index row holds are counted', async () => {
  const tenant = await addTenant(made.database);
  const universalAdIds = ['x'.repeat(32_768), '中'.repeat(32_768), 'a\0b', 'half \ud83c'];
  const batch = batchOf(
    'w8',
    universalAdIds.map((creative) => event({ tenant, creative, campaign: creative })),
  );
  expect(await rollups.apply(batch)).toBe(true);
  expect((await rollups.summary(tenant, today)).adsToday).toBe(4);
});

test('SEC-S52 a batch that can never be added is refused as such, and a trial adds nothing', async () => {
  const tenant = await addTenant(made.database);
  const batch = batchOf('w9', [event({ tenant })]);
  const tooLate = { ...batch, rows: batch.rows.map((row) => ({ ...row, bucket: 2 ** 40 })) };
  await expect(rollups.apply(tooLate)).rejects.toThrow(BatchRefused);
  expect(await rollups.fits(tooLate)).toBe(false);
  expect(await rollups.fits(batch)).toBe(true);
  expect((await rollups.summary(tenant, today)).adsToday).toBe(0);
  expect(await rollups.apply(batch)).toBe(true);
});

test('what is charged equals what is reported', async () => {
  const tenant = await addTenant(made.database);
  const yesterday = { atMs: nowMs - dayMs };
  await rollups.apply(batchOf('w4', [event({ tenant, ...yesterday }), event({ tenant })]));
  await rollups.apply(batchOf('w4', [event({ tenant }), event({ tenant, type: 'complete' })]));
  const day = Math.floor(nowMs / dayMs);
  expect(await rollups.usage(tenant, day - 1, day + 1)).toEqual([
    { day: day - 1, adEvents: 1 },
    { day, adEvents: 2 },
  ]);
  expect((await rollups.summary(tenant, today)).adsToday).toBe(2);
});

test('a day that starts off the hour is counted to the minute', async () => {
  const tenant = await addTenant(made.database);
  const dayStartMs = Date.UTC(2026, 0, 14, 18, 30); // 00:00 in Kolkata
  await rollups.apply(
    batchOf('w5', [
      event({ tenant, atMs: dayStartMs - 1 }),
      event({ tenant, atMs: dayStartMs }),
      event({ tenant, atMs: dayStartMs + 31 * minuteMs }),
    ]),
  );
  expect((await rollups.summary(tenant, { dayStartMs, nowMs })).adsToday).toBe(2);
});

test('watching now is the last complete minute that was counted, three minutes back at most', async () => {
  const tenant = await addTenant(made.database);
  const view = (atMs: number, durationMs: number) =>
    event({ tenant, type: 'view', atMs, durationMs });
  await rollups.apply(
    batchOf('w6', [view(nowMs - 2 * minuteMs, 5 * minuteMs), view(nowMs, 60 * minuteMs)]),
  );
  const at = async (afterMs: number) =>
    (await rollups.summary(tenant, { ...today, nowMs: nowMs + afterMs })).watchingNow;
  expect(await at(0)).toBe(5);
  expect(await at(minuteMs)).toBe(60);
  expect(await at(4 * minuteMs)).toBe(0);
});

describe('purge', () => {
  test('removes old minutes and ledger rows, and still refuses what it removed', async () => {
    const tenant = await addTenant(made.database);
    const batch = batchOf('w7', [event({ tenant })]);
    await rollups.apply(batch);
    clock.advance(15 * dayMs);
    const later = nowMs + 15 * dayMs;
    const removed = await rollups.purge({
      minutesMs: later - 2 * dayMs,
      ledgerMs: later - 14 * dayMs,
    });
    expect(removed.minuteRows).toBeGreaterThan(0);
    expect(removed.ledgerRows).toBeGreaterThan(0);
    expect(await rollups.apply(batch)).toBe(false);
    expect(await rollups.apply(batchOf('w7', [event({ tenant })]))).toBe(true);
    expect((await rollups.summary(tenant, today)).adsToday).toBe(2);
    clock.set(nowMs);
  });
});

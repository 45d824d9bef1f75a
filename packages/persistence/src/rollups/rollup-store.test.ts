import {
  BatchRefused,
  estimateUniques,
  foldEvents,
  type StitcherEvent,
} from '@interlude/reporting';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReportSettingsStore,
  defaultReportSettings,
} from '../reports/report-settings-store.ts';
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

test('a stored sketch that is damaged holds up no batch, and is replaced', async () => {
  const tenant = await addTenant(made.database);
  await rollups.apply(batchOf('w3', [event({ tenant })]));
  const { system } = made.database;
  await system
    .updateTable('viewer_sketches')
    .set({ sketch: Buffer.of(255) })
    .where('tenant_id', '=', tenant)
    .execute();
  expect(await rollups.apply(batchOf('w3', [event({ tenant, viewer: 'v2' })]))).toBe(true);
  const rows = await system
    .selectFrom('viewer_sketches')
    .select('sketch')
    .where('tenant_id', '=', tenant)
    .where('dim', '=', 0)
    .execute();
  expect(rows.map(({ sketch }) => estimateUniques(sketch))).toEqual([1]);
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
    rows: batch.rows.map((row) => ({ ...row, bucket: Number.NaN })),
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

test('SEC-S73 new values beyond the bound of a day are counted as one, and every sum stays exact', async () => {
  const [tenant, other] = [await addTenant(made.database), await addTenant(made.database)];
  const folded: unknown[] = [];
  const bounded = createRollupStore(made.database, {
    newPerDay: 3,
    onFolded: (terms) => folded.push(...terms),
  });
  const creatives = (from: number, count: number, of = tenant) =>
    Array.from({ length: count }, (_, number) => {
      const name = `creative ${from + number}`;
      return event({ tenant: of, creative: name, asset: name, campaign: name, viewer: name });
    });
  await bounded.apply(batchOf('b1', creatives(0, 5)));
  await bounded.apply(
    batchOf('b2', [...creatives(0, 5), ...creatives(5, 2), ...creatives(0, 5, other)]),
  );
  const counted = (kind: number, of: string) =>
    made.database.system
      .selectFrom('terms as t')
      .innerJoin('rollups_hour as r', (join) =>
        join.onRef('r.tenant_id', '=', 't.tenant_id').onRef('r.val', '=', 't.id'),
      )
      .select((select) => ['t.ext', select.fn.sum<number>('r.impressions').as('ads')])
      .where('t.tenant_id', '=', of)
      .where('t.kind', '=', kind)
      .groupBy('t.ext')
      .orderBy('t.ext')
      .execute();
  for (const kind of [13, 14]) {
    expect((await counted(kind, tenant)).map(({ ext, ads }) => [ext, Number(ads)])).toEqual([
      ['(other)', 6],
      ['creative 0', 2],
      ['creative 1', 2],
      ['creative 2', 2],
    ]);
  }
  expect((await bounded.summary(tenant, today)).adsToday).toBe(12);
  expect(Number((await counted(14, other)).find(({ ext }) => ext === '(other)')?.ads)).toBe(2);
  // Two and four terms of one company, two of the other: of campaigns, assets and creatives.
  expect(folded).toHaveLength(9);
  expect(folded).toContainEqual({ tenant, kind: 14, terms: 4 });
  expect(folded).toContainEqual({ tenant: other, kind: 2, terms: 2 });
  clock.advance(dayMs);
  await bounded.apply(batchOf('b3', creatives(6, 1)));
  expect((await counted(14, tenant)).map(({ ext }) => ext)).toContain('creative 6');
  clock.set(nowMs);
});

test('SEC-S73 writers that add at the same time do not pass the bound together', async () => {
  const tenant = await addTenant(made.database);
  const bounded = createRollupStore(made.database, { newPerDay: 20 });
  const batches = Array.from({ length: 8 }, (_, writer) =>
    batchOf(
      `many ${writer}`,
      Array.from({ length: 10 }, (_, number) =>
        event({ tenant, creative: `creative ${writer}-${number}` }),
      ),
    ),
  );
  await Promise.all(batches.map((batch) => bounded.apply(batch)));
  const { rows } = await made.database.system
    .selectFrom('terms')
    .select((of) => of.fn.countAll<number>().as('rows'))
    .where('tenant_id', '=', tenant)
    .where('kind', '=', 14)
    .executeTakeFirstOrThrow();
  expect(Number(rows)).toBe(21);
  expect((await bounded.summary(tenant, today)).adsToday).toBe(80);
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
  test('SEC-S73 texts go when nothing refers to them any more; one that is counted again stays', async () => {
    const tenant = await addTenant(made.database);
    const daysMs = 791 * dayMs;
    const count = (writer: string, ...creatives: string[]) =>
      rollups.apply(
        batchOf(
          writer,
          creatives.map((creative) => event({ tenant, creative })),
        ),
      );
    const creatives = async () => {
      const { system } = made.database;
      const rows = system.selectFrom('terms').select('ext').where('tenant_id', '=', tenant);
      return (await rows.where('kind', '=', 14).orderBy('ext').execute()).map(({ ext }) => ext);
    };
    const purgeAt = (atMs: number) =>
      rollups.purge({ minutesMs: 0, hoursMs: 0, daysMs: atMs - daysMs, ledgerMs: 0 });
    await count('terms 1', 'once', 'again');
    await purgeAt(nowMs + daysMs);
    expect(await creatives()).toEqual(['again', 'once']);
    clock.set(nowMs + 10 * dayMs);
    await count('terms 2', 'again');
    await purgeAt(nowMs + daysMs + 4 * dayMs);
    expect(await creatives()).toEqual(['again']);
    await count('terms 3', 'again', 'once');
    expect(await creatives()).toEqual(['again', 'once']);
    clock.set(nowMs);
  });

  test('a zone that the database does not know stops no move of hours: its days are those of UTC', async () => {
    const tenants = [await addTenant(made.database), await addTenant(made.database)];
    const zones = ['Mars/Olympus', 'asia/kolkata'];
    const atMs = nowMs - 100 * dayMs;
    const events = tenants.map((tenant) => event({ tenant, atMs }));
    seq += 1;
    await rollups.apply(foldEvents(events, { writer: 'w11', seq, segmentAtMs: atMs }));
    for (const [index, tenant] of tenants.entries()) {
      await createReportSettingsStore(made.database).save(tenant, defaultReportSettings);
      await made.database.forTenant(tenant, ({ db }) =>
        db
          .updateTable('report_settings')
          .set({ time_zone: zones[index] ?? '' })
          .execute(),
      );
    }
    const before = { minutesMs: nowMs - 2 * dayMs, hoursMs: nowMs - 90 * dayMs };
    const removed = await rollups.purge({ ...before, daysMs: 0, ledgerMs: 0 });
    expect(removed.hourRows).toBeGreaterThan(0);
    const days = await Promise.all(
      tenants.map((tenant) =>
        made.database.forTenant(tenant, ({ db }) =>
          db.selectFrom('rollups_day').select('bucket').where('dim', '=', 0).execute(),
        ),
      ),
    );
    const day = Math.floor(atMs / dayMs) * 1_440;
    // 12:00 UTC is 17:30 of the same day in Kolkata, which began at 18:30 UTC of the day before.
    expect(days).toEqual([[{ bucket: day }], [{ bucket: day - 330 }]]);
  });

  test('ADR-0051 unites the sketches of days to which no events come any more', async () => {
    const tenant = await addTenant(made.database);
    const oldMs = nowMs - 11 * dayMs;
    const of = (viewer: string, atMs: number) => event({ tenant, viewer, atMs, country: 'DE' });
    for (const writer of ['old 1', 'old 2', 'old 3']) {
      const events = [of(`of ${writer}`, oldMs), of('of all', oldMs), of('today', nowMs)];
      seq += 1;
      await rollups.apply(foldEvents(events, { writer, seq, segmentAtMs: oldMs + 2 * dayMs }));
    }
    const stored = () =>
      made.database.system
        .selectFrom('viewer_sketches')
        .select(['dim', 'writer', 'sketch'])
        .where('tenant_id', '=', tenant)
        .where('day', '=', Math.floor(oldMs / dayMs))
        .orderBy('dim')
        .execute();
    expect(await stored()).toHaveLength(6);
    const purge = () => rollups.purge({ minutesMs: 0, hoursMs: 0, daysMs: 0, ledgerMs: 0 });
    expect((await purge()).unitedSketches).toBeGreaterThanOrEqual(6);
    const united = await stored();
    expect(united.map(({ dim, writer }) => [dim, writer])).toEqual([
      [0, ''],
      [1, ''],
    ]);
    expect(united.map(({ sketch }) => estimateUniques(sketch))).toEqual([4, 4]);
    // A stitcher that was away for long still ships the day.
    seq += 1;
    const late = [of('late', oldMs), of('of all', oldMs)];
    await rollups.apply(foldEvents(late, { writer: 'old 2', seq, segmentAtMs: oldMs }));
    expect((await stored()).map(({ writer }) => writer).sort()).toEqual(['', '', 'old 2', 'old 2']);
    expect((await purge()).unitedSketches).toBe(4);
    expect((await stored()).map(({ sketch }) => estimateUniques(sketch))).toEqual([5, 5]);
    expect((await purge()).unitedSketches).toBe(0);
  });

  test('removes old minutes and ledger rows, and still refuses what it removed', async () => {
    const tenant = await addTenant(made.database);
    const batch = batchOf('w7', [event({ tenant })]);
    await rollups.apply(batch);
    clock.advance(15 * dayMs);
    const later = nowMs + 15 * dayMs;
    const removed = await rollups.purge({
      minutesMs: later - 2 * dayMs,
      hoursMs: later - 90 * dayMs,
      daysMs: later - 791 * dayMs,
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

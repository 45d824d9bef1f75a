import type { ViewerIdPolicy } from '@interlude/contract';
import {
  dimensions,
  estimateUniques,
  type FigureScope,
  foldEvents,
  mergeSketches,
  type StitcherEvent,
  sketchOf,
} from '@interlude/reporting';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRollupStore } from '../rollups/rollup-store.ts';
import { channelKind, dimensionKind } from '../rollups/terms.ts';
import { type KeptUniques, keepUniques } from './kept-uniques.ts';
import { createReportStore } from './report-store.ts';
import { readUniqueViewers } from './unique-viewers.ts';

const dayMs = 86_400_000;
/** The last two days of January, and the first one of February. */
const days = [30, 31, 32].map((day) => Date.UTC(2026, 0, day));
let made: TemplateDatabase;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase();
  tenant = await addTenant(made.database);
  const rollups = createRollupStore(made.database);
  for (const [index, dayStart] of days.entries()) {
    const segmentAtMs = dayStart + dayMs;
    await rollups.apply(foldEvents(eventsOf(index), { writer: 'w', seq: index + 1, segmentAtMs }));
  }
});
afterAll(() => made.drop());

const channels = ['c1', 'c2', 'c3'];
/** So many viewers that each sketch has 16 kB, and those of a month do not fit into one row. */
const crowd = (day: number, channel: number): string[] =>
  Array.from({ length: 20_000 }, (_, viewer) => `v${viewer + day * 4_000 + channel * 10_000}`);
const few = (day: number): string[] => ['x', `of day ${day}`];

function* eventsOf(day: number): Generator<StitcherEvent> {
  for (const [index, channel] of channels.entries()) {
    const viewers = { DE: crowd(day, index), AT: index === 0 ? few(day) : [] };
    for (const [country, names] of Object.entries(viewers)) {
      for (const viewer of names) {
        yield {
          ...{ type: 'impression', atMs: (days[day] ?? 0) + 60_000, tenant, channel, session: 's' },
          ...{ viewer, country },
        };
      }
    }
  }
}

const uniques = (
  viewerIdPolicy: 'daily' | 'monthly',
  channelIds: FigureScope['channelIds'] = [],
  edges = [days[0] ?? 0, (days[2] ?? 0) + dayMs],
) =>
  createReportStore(made.database).read(
    tenant,
    { timeZone: 'UTC', viewerIdPolicy },
    ({ figures }) => figures.uniques({ edges, channelIds, campaign: '' }, 'country'),
  );

/** Viewers of a country as one sketch of all. */
function counted(of: readonly number[], inChannels: readonly number[]): number {
  const sketches = of.flatMap((day) => inChannels.map((channel) => sketchOf(crowd(day, channel))));
  return estimateUniques(mergeSketches(sketches));
}

test('viewers of a month are united over days and channels, those of two months added', async () => {
  expect(await uniques('monthly')).toEqual([
    { value: 'AT', viewers: 3 + 2 },
    { value: 'DE', viewers: counted([0, 1], [0, 1, 2]) + counted([2], [0, 1, 2]) },
  ]);
});

test('viewers of days are added when a name is kept for a day', async () => {
  const ofDays = [0, 1, 2].map((day) => counted([day], [0, 1, 2]));
  expect(await uniques('daily')).toEqual([
    { value: 'AT', viewers: 2 + 2 + 2 },
    { value: 'DE', viewers: ofDays.reduce((sum, viewers) => sum + viewers) },
  ]);
});

test('viewers of some channels and of a part of the days', async () => {
  const last = [days[1] ?? 0, (days[2] ?? 0) + dayMs];
  expect(await uniques('monthly', ['c2', 'c3'], last)).toEqual([
    { value: 'DE', viewers: counted([1], [1, 2]) + counted([2], [1, 2]) },
  ]);
  expect(await uniques('monthly', ['unknown'])).toEqual([]);
});

/** Records reads of sketches: the number of values of each span that was not cached. */
function watchedReads(company = tenant, of = [days[0] ?? 0, days[2] ?? 0].map((ms) => ms / dayMs)) {
  const kept = keepUniques();
  const read: number[] = [];
  const watched: KeptUniques = {
    get: kept.get,
    set: (key, mark, viewers) => {
      read.push(viewers.size);
      kept.set(key, mark, viewers);
    },
  };
  const uniquesOf = (channelIds: readonly string[], policy: ViewerIdPolicy = 'daily') =>
    made.database.forTenant(company, ({ db }) =>
      readUniqueViewers(
        db,
        {
          ...{ tenantId: company, dimension: 'country', channelIds },
          channels: channelIds.length === 0 ? sql`true` : ofNames(channelIds),
          from: of[0] ?? 0,
          to: of[1] ?? 0,
        },
        policy,
        watched,
      ),
    );
  return { uniquesOf, takeReads: () => read.splice(0) };
}

const ofNames = (names: readonly string[]) =>
  sql`channel in (select id from terms where kind = ${channelKind} and ext = any(${[...names]}::text[]))`;

test('sketches are united once while their rows are the same, for each choice of channels and days', async () => {
  const { uniquesOf, takeReads } = watchedReads();
  const all = await uniquesOf([]);
  expect(takeReads()).toEqual([2, 2, 2]);
  expect(await uniquesOf([])).toEqual(all);
  expect(takeReads()).toEqual([]);
  const some = await uniquesOf(['c2', 'c3']);
  expect(takeReads()).toEqual([1, 1, 1]);
  expect(await uniquesOf(['c3', 'c2'])).toEqual(some);
  expect(takeReads()).toEqual([]);
  await uniquesOf([], 'monthly');
  expect(takeReads().length).toBeGreaterThan(0);
});

test('a day is read again when a row of it is added, replaced or deleted, and the others are not', async () => {
  const { uniquesOf, takeReads } = watchedReads();
  const before = await uniquesOf([]);
  takeReads();
  const austria = async () => (await uniquesOf([])).find(({ value }) => value === 'AT')?.viewers;
  const change = (statement: RawBuilder<unknown>) =>
    made.database.forTenant(tenant, ({ db }) => statement.execute(db));
  const day = (days[1] ?? 0) / dayMs;
  const ofAustria = sql`day = ${day} and val = (
    select id from terms where kind = ${dimensionKind('country')} and ext = 'AT')`;

  await change(sql`
    insert into viewer_sketches (tenant_id, dim, channel, day, val, sketch, writer)
    select tenant_id, dim, channel, day, val, ${sketchOf(['another'])}, 'another'
    from viewer_sketches where ${ofAustria}`);
  expect(await austria()).toBe(7);
  expect(takeReads()).toEqual([2]);

  await change(sql`
    update viewer_sketches set sketch = ${sketchOf(['another', 'one more'])}
    where writer = 'another'`);
  expect(await austria()).toBe(8);
  expect(takeReads()).toEqual([2]);

  await change(sql`delete from viewer_sketches where writer = 'another'`);
  expect(await uniquesOf([])).toEqual(before);
  expect(takeReads()).toEqual([2]);

  await change(sql`delete from viewer_sketches where ${ofAustria}`);
  expect(await austria()).toBe(4);
});

test('viewers of days of which events still come are read again when a row changes', async () => {
  const company = await addTenant(made.database);
  const today = Math.floor(Date.now() / dayMs);
  const kept = watchedReads(company, [today - 5, today]);
  const put = (day: number, viewers: readonly string[]) =>
    made.database.forTenant(company, ({ db }) =>
      sql`
        insert into viewer_sketches (dim, channel, day, val, sketch, writer)
        values (${dimensions.country}, 1, ${day}, 0, ${sketchOf(viewers)}, 'w')
        on conflict (tenant_id, dim, channel, day, val, writer) do update set sketch = excluded.sketch`.execute(
        db,
      ),
    );
  expect(await kept.uniquesOf([])).toEqual([]);
  await put(today - 5, ['a']);
  await put(today, ['a', 'b']);
  expect(await kept.uniquesOf([])).toEqual([{ value: '', viewers: 3 }]);
  expect(kept.takeReads()).toEqual([1, 1]);
  await kept.uniquesOf([]);
  expect(kept.takeReads()).toEqual([]);
  await put(today, ['a', 'b', 'c']);
  expect(await kept.uniquesOf([])).toEqual([{ value: '', viewers: 4 }]);
  expect(kept.takeReads()).toEqual([1]);
  // Counting recent days records no change: all stitchers would wait for its row.
  const noted = sql`select from viewer_sketch_changes where tenant_id = ${company}`;
  expect((await noted.execute(made.database.system)).rows).toEqual([]);
});

test('a purge takes the viewers of a day from the report, and its note a month later', async () => {
  const company = await addTenant(made.database);
  const day = 20_000;
  const { system } = made.database;
  const { uniquesOf } = watchedReads(company, [day, day]);
  await sql`
    insert into viewer_sketches (tenant_id, dim, channel, day, val, sketch, writer)
    values (${company}, ${dimensions.country}, 1, ${day}, 0, ${sketchOf(['a'])}, '')`.execute(
    system,
  );
  expect(await uniquesOf([])).toEqual([{ value: '', viewers: 1 }]);
  const purge = (before: number) =>
    createRollupStore(made.database).purge({
      ...{ minutesMs: 0, hoursMs: 0, ledgerMs: 0 },
      daysMs: before * dayMs,
    });
  const noted = async () => {
    const { rows } = await sql`
      select from viewer_sketch_changes where tenant_id = ${company}`.execute(system);
    return rows.length;
  };
  await purge(day + 1);
  expect(await uniquesOf([])).toEqual([]);
  expect(await noted()).toBe(1);
  await purge(day + 40);
  expect(await noted()).toBe(0);
});

test('what is kept is bounded', () => {
  const kept = keepUniques(100);
  const viewers = new Map(Array.from({ length: 40 }, (_, val) => [val, 1]));
  for (const key of ['a', 'b', 'c']) kept.set(key, 'm', viewers);
  expect(['a', 'b', 'c'].map((key) => kept.get(key, 'm') === viewers)).toEqual([false, true, true]);
  expect(kept.get('b', 'another')).toBeUndefined();
  // Larger than the whole cache: it is not cached, and no other entry is removed.
  kept.set('d', 'm', new Map(Array.from({ length: 101 }, (_, val) => [val, 1])));
  expect([kept.get('c', 'm'), kept.get('d', 'm')]).toEqual([viewers, undefined]);
});

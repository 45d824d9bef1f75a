/**
 * Adds a batch to the rollups exactly once: the ledger row and all sums are one transaction. A batch that is shipped
 * again, even concurrently by another process, changes nothing.
 */
import {
  type Batch,
  dimensions,
  type Grain,
  mergeSketches,
  type Sketch,
  type SketchRow,
  SketchUnreadable,
} from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import { addBreakFacts } from '../break-records/add-break-facts.ts';
import { notifyFigures } from '../changes/change-feed.ts';
import { withoutErased } from '../companies/erased-companies.ts';
import type { Schema } from '../schema.ts';
import { addRows } from './add-rows.ts';
import { type BucketRules, readBucketRules, widenRows } from './bucket-rules.ts';
import { dayRowsOf, holdDaySums } from './day-sums.ts';
import {
  campaignKind,
  channelKind,
  dimensionKind,
  type FoldedTerms,
  type Term,
  TermNumbers,
} from './terms.ts';
import { withOthers } from './with-others.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A large sketch is 33 kB as a parameter. */
const sketchesPerStatement = 1_000;

function* termsOf(batch: Batch): Iterable<Term> {
  for (const { tenant, channel, campaign, dimension, value } of batch.rows) {
    yield { tenant, kind: channelKind, text: channel };
    yield { tenant, kind: campaignKind, text: campaign };
    yield { tenant, kind: dimensionKind(dimension), text: value };
  }
  for (const { tenant, channel, dimension, value } of batch.sketches) {
    yield { tenant, kind: channelKind, text: channel };
    yield { tenant, kind: dimensionKind(dimension), text: value };
  }
}

/** Earliest time for which the batch counts; null for an empty batch. */
function oldestOf({ rows, breaks }: Batch): Date | null {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { bucket } of rows) oldest = Math.min(oldest, bucket * minuteMs);
  for (const { sums } of breaks) oldest = Math.min(oldest, sums.startedAtMs);
  return Number.isFinite(oldest) ? new Date(oldest) : null;
}

/** @returns false when the ledger has the batch, or has purged entries as old as it */
async function enterLedger(db: Kysely<Schema>, batch: Batch, now: Date): Promise<boolean> {
  const { writer, seq } = batch;
  // Also keeps two batches of one writer apart: sketches are read, merged and written.
  await sql`select pg_advisory_xact_lock(hashtextextended(${writer}, 0))`.execute(db);
  const purged = await db
    .selectFrom('batch_writers')
    .select('purged_through')
    .where('writer', '=', writer)
    .executeTakeFirst();
  if (purged !== undefined && seq <= purged.purged_through) return false;
  const entered = await db
    .insertInto('batches')
    .values({ writer, seq, at: now, oldest_at: oldestOf(batch) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return entered.numInsertedOrUpdatedRows === 1n;
}

async function addAllRows(
  db: Kysely<Schema>,
  batch: Batch,
  terms: TermNumbers,
  rules: BucketRules,
): Promise<void> {
  const ofGrain = (grain: Grain) =>
    widenRows(
      batch.rows.filter((row) => row.grain === grain),
      rules,
    );
  await addRows(db, 'rollups_minute', ofGrain('minute'), terms);
  const hours = ofGrain('hour');
  await addRows(db, 'rollups_hour', hours, terms);
  await addRows(db, 'day_sums', dayRowsOf(hours, rules), terms);
}

/** Sketches by day of the company's time zone. */
function sketchesByDay(rows: readonly SketchRow[], rules: BucketRules): SketchOfDay[] {
  const days = new Map<string, { row: SketchRow; day: number; sketches: Sketch[] }>();
  for (const row of rows) {
    const { tenant, dimension, channel, value, sketch } = row;
    const day = rules.dayOf(tenant, row.bucket);
    const key = [tenant, dimension, channel, day, value].join('\u0000');
    const known = days.get(key);
    if (known) known.sketches.push(sketch);
    else days.set(key, { row, day, sketches: [sketch] });
  }
  return Array.from(days.values(), ({ row, day, sketches }) => ({
    row: { ...row, sketch: sketches.length > 1 ? mergeSketches(sketches) : row.sketch },
    day,
  }));
}

/** An unreadable stored sketch is replaced: one damaged row must not block the batches of all companies. */
function uniteWithStored(stored: Sketch, sketch: Sketch): Sketch {
  try {
    return mergeSketches([stored, sketch]);
  } catch (error) {
    if (error instanceof SketchUnreadable) return sketch;
    throw error;
  }
}

interface SketchOfDay {
  readonly row: SketchRow;
  readonly day: number;
}

/** Merges the sketches into the writer's own rows; sketches of several writers are united when they are read. */
async function addSketches(
  db: Kysely<Schema>,
  all: readonly SketchOfDay[],
  writer: string,
  terms: TermNumbers,
): Promise<void> {
  if (all.length === 0) return;
  const keys = sql`unnest(
    ${all.map(({ row }) => row.tenant)}::text[],
    ${all.map(({ row }) => dimensions[row.dimension])}::smallint[],
    ${all.map(({ row }) => terms.numberOf({ ...row, kind: channelKind, text: row.channel }))}::integer[],
    ${all.map(({ day }) => day)}::integer[],
    ${all.map(({ row }) => terms.numberOf({ ...row, kind: dimensionKind(row.dimension), text: row.value }))}::integer[]
  )`;
  const { rows } = await sql<{ place: number; sketch: Buffer }>`
    select place::integer, s.sketch
    from ${keys} with ordinality as k (tenant_id, dim, channel, day, val, place)
    join viewer_sketches s
      on (s.tenant_id, s.dim, s.channel, s.day, s.val) = (k.tenant_id, k.dim, k.channel, k.day, k.val)
      and s.writer = ${writer}`.execute(db);
  const known = new Map(rows.map(({ place, sketch }) => [place - 1, sketch]));
  const merged = all.map(({ row }, index) => {
    const before = known.get(index);
    return Buffer.from(before ? uniteWithStored(before, row.sketch) : row.sketch);
  });
  await sql`
    insert into viewer_sketches (tenant_id, dim, channel, day, val, sketch, writer)
    select k.tenant_id, k.dim, k.channel, k.day, k.val, b.sketch, ${writer}
    from ${keys} with ordinality as k (tenant_id, dim, channel, day, val, place)
      join unnest(${merged}::bytea[]) with ordinality as b (sketch, place) using (place)
    on conflict (tenant_id, dim, channel, day, val, writer) do update set sketch = excluded.sketch
  `.execute(db);
}

async function addUsage(db: Kysely<Schema>, batch: Batch, rules: BucketRules): Promise<void> {
  if (batch.usage.length === 0) return;
  const days = batch.usage.map(({ tenant, bucket }) => rules.dayOf(tenant, bucket));
  await sql`
    insert into usage as u (tenant_id, day, ad_events)
    select tenant_id, day, sum(ad_events) from unnest(${batch.usage.map((row) => row.tenant)}::text[],
      ${days}::integer[], ${batch.usage.map((row) => row.adEvents)}::bigint[]) as b (tenant_id, day, ad_events)
    group by tenant_id, day
    on conflict (tenant_id, day) do update set ad_events = u.ad_events + excluded.ad_events
  `.execute(db);
}

/** Records the newest event of each tenant, to the minute. */
async function noteNewest(db: Kysely<Schema>, batch: Batch): Promise<void> {
  const newest = new Map<string, number>();
  for (const { tenant, bucket, grain } of batch.rows) {
    if (grain !== 'minute') continue;
    const endMs = (bucket + 1) * 60_000 - 1;
    newest.set(tenant, Math.max(newest.get(tenant) ?? 0, Math.min(endMs, batch.newestAtMs ?? 0)));
  }
  if (newest.size === 0) return;
  const tenants = [...newest.keys()].sort();
  const times = tenants.map((tenant) => new Date(newest.get(tenant) ?? 0));
  await sql`
    insert into newest_events as n (tenant_id, at)
    select * from unnest(${tenants}::text[], ${times}::timestamptz[])
    on conflict (tenant_id) do update set at = greatest(n.at, excluded.at)
  `.execute(db);
}

export interface AppliedBatch {
  /** False when it had been added before. */
  readonly isNew: boolean;
  readonly folded: readonly FoldedTerms[];
}

/** @param newPerDay new terms that a company may add on a day, of each kind */
export async function applyBatch(
  db: Kysely<Schema>,
  batch: Batch,
  { now, newPerDay }: { readonly now: Date; readonly newPerDay: number },
): Promise<AppliedBatch> {
  if (!(await enterLedger(db, batch, now))) return { isNew: false, folded: [] };
  return {
    isNew: true,
    folded: await addBatch(db, await withoutErased(db, batch), { now, newPerDay }),
  };
}

/** Adds the counts of a batch without using the ledger. @returns terms beyond `newPerDay` */
export async function addBatch(
  db: Kysely<Schema>,
  batch: Batch,
  { now, newPerDay }: { readonly now: Date; readonly newPerDay: number },
): Promise<readonly FoldedTerms[]> {
  const day = Math.floor(now.getTime() / dayMs);
  const terms = new TermNumbers({ day, newPerDay });
  const folded = await terms.load(db, termsOf(batch));
  const kept = folded.length === 0 ? batch : withOthers(batch, (term) => terms.isFolded(term));
  await holdDaySums(db, kept.rows, now.getTime());
  const rules = await readBucketRules(db, kept);
  await addAllRows(db, kept, terms, rules);
  const sketches = sketchesByDay(kept.sketches, rules);
  for (let from = 0; from < sketches.length; from += sketchesPerStatement) {
    await addSketches(db, sketches.slice(from, from + sketchesPerStatement), batch.writer, terms);
  }
  await addUsage(db, batch, rules);
  await addBreakFacts(db, batch.breaks);
  await noteNewest(db, batch);
  await notifyFigures(db, [...new Set(batch.rows.map(({ tenant }) => tenant))]);
  return folded;
}

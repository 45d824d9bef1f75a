/**
 * Adds a batch to the rollups exactly once: the ledger row and all sums are one transaction. A batch that
 * is shipped again, also at the same moment by another process, changes nothing.
 */
import {
  type Batch,
  type CounterName,
  counterNames,
  dimensions,
  mergeSketches,
  type RollupRow,
  type SketchRow,
} from '@interlude/reporting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { campaignKind, channelKind, dimensionKind, type Term, TermNumbers } from './terms.ts';

/** Counters whose columns in `rollups_hour` and `rollups_minute` are bigint. */
const wide: ReadonlySet<CounterName> = new Set(['viewMs', 'availMs', 'adMs', 'slateMs', 'bytes']);

/** `firstQuartiles` → `first_quartiles`. */
function counterColumn(name: CounterName): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Each counter with its column and the type of an array of it. */
const counterColumns = counterNames.map((name) => ({
  name,
  column: counterColumn(name),
  arrayType: wide.has(name) ? 'bigint[]' : 'integer[]',
}));

/** Larger statements save little and cost memory: about 2 kB a row in parameters. */
const rowsPerStatement = 10_000;

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

/** @returns false when the ledger has the batch, or is too old to know */
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
    .values({ writer, seq, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return entered.numInsertedOrUpdatedRows === 1n;
}

const addition = sql.join(
  counterColumns.map(({ column }) => {
    const name = sql.ref(column);
    return sql`${name} = r.${name} + excluded.${name}`;
  }),
);
const columnList = sql.join(counterColumns.map(({ column }) => sql.ref(column)));

async function addRows(
  db: Kysely<Schema>,
  table: 'rollups_hour' | 'rollups_minute',
  rows: readonly RollupRow[],
  terms: TermNumbers,
): Promise<void> {
  const array = (value: (row: RollupRow) => string | number, type: string): RawBuilder<unknown> =>
    sql`${rows.map(value)}::${sql.raw(type)}`;
  const key = [
    array((row) => row.tenant, 'text[]'),
    array((row) => dimensions[row.dimension], 'smallint[]'),
    array((row) => terms.numberOf({ ...row, kind: channelKind, text: row.channel }), 'integer[]'),
    array((row) => row.bucket, 'integer[]'),
    array((row) => terms.numberOf({ ...row, kind: campaignKind, text: row.campaign }), 'integer[]'),
    array(
      (row) => terms.numberOf({ ...row, kind: dimensionKind(row.dimension), text: row.value }),
      'integer[]',
    ),
  ];
  const counters = counterColumns.map(({ name, arrayType }) =>
    array((row) => row.counters[name], arrayType),
  );
  await sql`
    insert into ${sql.table(table)} as r
      (tenant_id, dim, channel, bucket, campaign, val, ${columnList})
    select * from unnest(${sql.join([...key, ...counters])})
    on conflict (tenant_id, dim, channel, bucket, campaign, val) do update set ${addition}
  `.execute(db);
}

async function addAllRows(db: Kysely<Schema>, batch: Batch, terms: TermNumbers): Promise<void> {
  for (const [grain, table] of [
    ['minute', 'rollups_minute'],
    ['hour', 'rollups_hour'],
  ] as const) {
    const rows = batch.rows.filter((row) => row.grain === grain);
    for (let from = 0; from < rows.length; from += rowsPerStatement) {
      await addRows(db, table, rows.slice(from, from + rowsPerStatement), terms);
    }
  }
}

/** Merges into the writer's own row; sketches of several writers meet at the reader. */
async function addSketch(
  db: Kysely<Schema>,
  row: SketchRow,
  writer: string,
  terms: TermNumbers,
): Promise<void> {
  const key = {
    tenant_id: row.tenant,
    dim: dimensions[row.dimension],
    channel: terms.numberOf({ ...row, kind: channelKind, text: row.channel }),
    day: row.day,
    val: terms.numberOf({ ...row, kind: dimensionKind(row.dimension), text: row.value }),
    writer,
  };
  const known = await db
    .selectFrom('viewer_sketches')
    .select('sketch')
    .where('tenant_id', '=', key.tenant_id)
    .where('dim', '=', key.dim)
    .where('channel', '=', key.channel)
    .where('day', '=', key.day)
    .where('val', '=', key.val)
    .where('writer', '=', writer)
    .executeTakeFirst();
  const sketch = Buffer.from(known ? mergeSketches([known.sketch, row.sketch]) : row.sketch);
  await db
    .insertInto('viewer_sketches')
    .values({ ...key, sketch })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'dim', 'channel', 'day', 'val', 'writer'])
        .doUpdateSet({ sketch }),
    )
    .execute();
}

async function addUsage(db: Kysely<Schema>, batch: Batch): Promise<void> {
  const { usage } = batch;
  if (usage.length === 0) return;
  await sql`
    insert into usage as u (tenant_id, day, ad_events)
    select * from unnest(${usage.map((row) => row.tenant)}::text[],
      ${usage.map((row) => row.day)}::integer[], ${usage.map((row) => row.adEvents)}::bigint[])
    on conflict (tenant_id, day) do update set ad_events = u.ad_events + excluded.ad_events
  `.execute(db);
}

/** The newest event of each tenant, to the minute. */
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

/** @returns false when the batch had been added before */
export async function applyBatch(db: Kysely<Schema>, batch: Batch, now: Date): Promise<boolean> {
  if (!(await enterLedger(db, batch, now))) return false;
  const terms = new TermNumbers();
  await terms.load(db, termsOf(batch));
  await addAllRows(db, batch, terms);
  for (const row of batch.sketches) await addSketch(db, row, batch.writer, terms);
  await addUsage(db, batch);
  await noteNewest(db, batch);
  return true;
}

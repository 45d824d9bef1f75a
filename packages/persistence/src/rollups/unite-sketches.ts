/**
 * Unites viewer sketches of past days: each start of each stitcher writes its own. When no more events of a day arrive,
 * the sketches of one key are united, so that a report reads one row for a day, channel and value, however many
 * stitchers there are, and the rows of a day are adjacent.
 * @see ADR 0051
 */
import { mergeSketches, type Sketch, SketchUnreadable } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

const dayMs = 86_400_000;
/** Events arrive up to 7 days late; days of a company's time zone and of UTC differ by one. */
const openDays = 9;
/** Keys of one transaction; a sketch has 16 kB at most. */
const rowsPerStep = 1_000;

interface StoredSketch {
  readonly channel: number;
  readonly val: number;
  readonly sketch: Buffer;
}

/** Unites sketches; an unreadable one is left out, as in a batch. */
function unitedOf(sketches: readonly Sketch[]): Sketch {
  try {
    return mergeSketches(sketches);
  } catch (error) {
    if (!(error instanceof SketchUnreadable)) throw error;
    return mergeSketches(sketches.filter(isReadable));
  }
}

function isReadable(sketch: Sketch): boolean {
  try {
    mergeSketches([sketch]);
    return true;
  } catch {
    return false;
  }
}

/** One row for each key, in the order of the primary key. */
function unitedRows(rows: readonly StoredSketch[]): StoredSketch[] {
  const keys = new Map<string, StoredSketch[]>();
  for (const row of rows) {
    const key = [row.channel, row.val].join();
    const known = keys.get(key);
    if (known) known.push(row);
    else keys.set(key, [row]);
  }
  return Array.from(keys.values(), (same) => ({
    ...(same[0] as StoredSketch),
    sketch: Buffer.from(unitedOf(same.map(({ sketch }) => sketch))),
  })).sort((a, b) => a.channel - b.channel || a.val - b.val);
}

interface Part {
  readonly tenantId: string;
  readonly day: number;
  readonly dim: number;
}

/**
 * Unites the sketches of some keys. A batch of the day that is added meanwhile loses nothing: it inserts its own row
 * again, and sketches are united when they are read.
 * @returns rows that were united; 0 when none is left
 */
async function uniteSome(db: Kysely<Schema>, { tenantId, day, dim }: Part): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sketches: ${tenantId}`}, 0))`.execute(
    db,
  );
  const erased = await db
    .selectFrom('company_erasures')
    .select('company_id')
    .where('company_id', '=', tenantId)
    .executeTakeFirst();
  if (erased) return 0;
  const ofPart = sql`tenant_id = ${tenantId} and day = ${day} and dim = ${dim}`;
  const { rows } = await sql<StoredSketch>`
    with keys as (
      select channel, val from viewer_sketches where ${ofPart} and writer <> ''
      order by channel, val limit ${sql.lit(rowsPerStep)}
    ),
    first as (select channel, val from keys order by channel, val limit 1),
    last as (select channel, val from keys order by channel desc, val desc limit 1)
    delete from viewer_sketches
    where ${ofPart} and (channel, val) >= (select channel, val from first)
      and (channel, val) <= (select channel, val from last)
    returning channel, val, sketch`.execute(db);
  if (rows.length === 0) return 0;
  const united = unitedRows(rows);
  await sql`
    insert into viewer_sketches (tenant_id, dim, channel, day, val, sketch, writer)
    select ${tenantId}, ${dim}::smallint, channel, ${day}::integer, val, sketch, '' from unnest(
      ${united.map(({ channel }) => channel)}::integer[], ${united.map(({ val }) => val)}::integer[],
      ${united.map(({ sketch }) => sketch)}::bytea[]
    ) as u (channel, val, sketch)`.execute(db);
  return rows.length;
}

/** Unites the sketches that stitchers have written for closed days. @returns rows that were united */
export async function uniteSketches(database: Database): Promise<number> {
  const until = Math.floor(database.clock.now() / dayMs) - openDays;
  const { rows: parts } = await sql<Part>`
    select distinct day, tenant_id as "tenantId", dim from viewer_sketches
    where writer <> '' and day < ${until} order by day, tenant_id, dim`.execute(database.system);
  let united = 0;
  for (const part of parts) {
    for (;;) {
      const step = await database.transaction(({ db }) => uniteSome(db, part));
      if (step === 0) break;
      united += step;
    }
  }
  return united;
}

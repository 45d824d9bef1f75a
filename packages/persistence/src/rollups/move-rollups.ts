/**
 * Moves old rollups: minutes become the sixty sums of an hour, hours become days of the company's time zone. A move is
 * `delete … returning` and an addition in one statement: late rows are moved by the next run and count once, and a
 * reader finds each row in one of the two places.
 */
import { counterNames } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { counterColumn } from './add-rows.ts';

const minuteMs = 60_000;
/** Statement timeout for moving a day; these rows are old, so that no batch waits for them. */
const stepMs = 600_000;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
const columns = counterNames.map(counterColumn);

/** Moves rows older than `before` in steps of a day, each in its own transaction. */
async function moveByDay(
  database: Database,
  table: 'rollups_minute' | 'rollups_hour',
  before: number,
  move: (db: Kysely<Schema>, before: number) => Promise<number>,
): Promise<number> {
  const oldest = await database.system
    .selectFrom(table)
    .select((of) => of.fn.min('bucket').as('bucket'))
    .where('bucket', '<', before)
    .executeTakeFirst();
  if (oldest?.bucket === undefined || oldest.bucket === null) return 0;
  let moved = 0;
  for (let until = oldest.bucket; until < before; ) {
    until = Math.min(before, until + dayMinutes);
    const step = until - (until % hourMinutes);
    moved += await database.transaction(async ({ db }) => {
      await sql`set local statement_timeout = ${sql.lit(stepMs)}`.execute(db);
      return move(db, step);
    });
  }
  return moved;
}

interface Moved {
  readonly moved: number;
}

/** @param beforeMs epoch ms, rounded down to a whole hour */
export function moveMinutes(database: Database, beforeMs: number): Promise<number> {
  const before = Math.floor(beforeMs / minuteMs / hourMinutes) * hourMinutes;
  return moveByDay(database, 'rollups_minute', before, async (db, until) => {
    const { rows } = await sql<Moved>`
      with gone as (
        delete from rollups_minute where bucket < ${until}
        returning tenant_id, dim, channel, bucket, view_ms
      ),
      minutes as (
        select tenant_id, coalesce(channel, 0) as channel, bucket, sum(view_ms)::bigint as ms
        from gone where dim = 0 and view_ms > 0
        group by grouping sets ((tenant_id, channel, bucket), (tenant_id, bucket))
      ),
      hours as (
        select distinct tenant_id, channel, bucket - bucket % 60 as hour from minutes
      ),
      kept as (
        insert into viewer_minutes as v (tenant_id, channel, bucket, watched_ms)
        select h.tenant_id, h.channel, h.hour, array_agg(coalesce(m.ms, 0) order by place)
        from hours h cross join generate_series(0, 59) place
          left join minutes m on (m.tenant_id, m.channel, m.bucket) = (h.tenant_id, h.channel, h.hour + place)
        group by h.tenant_id, h.channel, h.hour
        on conflict (tenant_id, channel, bucket) do update set watched_ms = (
          select array_agg(old + new order by place)
          from unnest(v.watched_ms, excluded.watched_ms) with ordinality as pair (old, new, place))
      )
      select count(*) as moved from gone`.execute(db);
    return rows[0]?.moved ?? 0;
  });
}

/** @param beforeMs epoch ms */
export function moveHours(database: Database, beforeMs: number): Promise<number> {
  const before = Math.floor(beforeMs / minuteMs / hourMinutes) * hourMinutes;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const sums = sql.join(columns.map((column) => sql`sum(gone.${sql.ref(column)})`));
  const additions = sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = d.${sql.ref(column)} + excluded.${sql.ref(column)}`,
    ),
  );
  return moveByDay(database, 'rollups_hour', before, async (db, until) => {
    const { rows } = await sql<Moved>`
      with gone as (delete from rollups_hour where bucket < ${until} returning *),
      zones as (
        -- A zone that this server does not know yet shall stop nobody's move: its days are those of UTC.
        select tenant_id, name as zone from report_settings
          join pg_timezone_names on lower(name) = lower(time_zone)
      ),
      kept as (
        insert into rollups_day as d (tenant_id, dim, channel, bucket, campaign, val, ${names})
        select gone.tenant_id, dim, channel,
          (extract(epoch from date_trunc('day', to_timestamp(bucket * 60.0), coalesce(zone, 'UTC'))) / 60)::integer as day,
          campaign, val, ${sums}
        from gone left join zones on zones.tenant_id = gone.tenant_id
        group by gone.tenant_id, dim, channel, day, campaign, val
        on conflict (tenant_id, dim, channel, bucket, campaign, val) do update set ${additions}
      )
      select count(*) as moved from gone`.execute(db);
    return rows[0]?.moved ?? 0;
  });
}

const sketchChangesDays = 30;

/** Removes days, minutes of viewers and sketches before a time; epoch ms. */
export async function purgeDays(
  db: Kysely<Schema>,
  beforeMs: number,
): Promise<{ dayRows: number; sketchRows: number }> {
  const bucket = Math.floor(beforeMs / minuteMs);
  const days = await db.deleteFrom('rollups_day').where('bucket', '<', bucket).executeTakeFirst();
  await db.deleteFrom('viewer_minutes').where('bucket', '<', bucket).execute();
  const day = Math.floor(bucket / dayMinutes);
  const sketches = await db.deleteFrom('viewer_sketches').where('day', '<', day).executeTakeFirst();
  // Recorded changes are kept longer than a process caches the uniques of these days.
  await db
    .deleteFrom('viewer_sketch_changes')
    .where('day', '<', day - sketchChangesDays)
    .execute();
  return { dayRows: Number(days.numDeletedRows), sketchRows: Number(sketches.numDeletedRows) };
}

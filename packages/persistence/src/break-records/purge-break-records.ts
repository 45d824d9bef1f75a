/** Keeps the tables of breaks small: removes stages, and sums facts up to whole days (UTC). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Break id of the row that has the sum of a day. */
const dayOf = sql`'day-' || to_char(started_at at time zone 'UTC', 'YYYY-MM-DD')`;
const dayStart = sql`date_trunc('day', started_at, 'UTC')`;
const isBreak = sql`break_id not like 'day-%'`;

/** A column to sum, with the SQL of its total and of its addition. */
interface SummedColumn {
  readonly name: string;
  readonly total: RawBuilder<unknown>;
  readonly added: RawBuilder<unknown>;
}

const summed = (name: string): SummedColumn => {
  const column = sql.ref(name);
  return { name, total: sql`sum(${column})`, added: sql`r.${column} + excluded.${column}` };
};

const counted = (name: string): SummedColumn => {
  const column = sql.ref(name);
  const added = sql`add_counts(r.${column}, excluded.${column})`;
  return { name, total: sql`sum_counts(${column})`, added };
};

/** Moves old rows of a table into the rows of their days. */
async function foldDays(
  db: Kysely<Schema>,
  table: 'break_facts' | 'break_losses' | 'break_demand',
  keys: readonly string[],
  sums: readonly SummedColumn[],
  before: Date,
): Promise<number> {
  const moreKeys = keys.length === 0 ? sql`` : sql`, ${sql.join(keys.map((key) => sql.ref(key)))}`;
  const { rows } = await sql<{ removed: number }>`
    with gone as (
      delete from ${sql.table(table)} where started_at < ${before} and ${isBreak}
      returning *, ${dayOf} as day
    ), added as (
      insert into ${sql.table(table)} as r (tenant_id, channel_id, break_id, started_at${moreKeys},
        ${sql.join(sums.map(({ name }) => sql.ref(name)))})
      select tenant_id, channel_id, day, min(${dayStart})${moreKeys},
        ${sql.join(sums.map(({ total }) => total))}
      from gone group by tenant_id, channel_id, day${moreKeys}
      order by tenant_id, channel_id, day${moreKeys}
      on conflict (tenant_id, channel_id, break_id${moreKeys}) do update
        set ${sql.join(sums.map(({ name, added }) => sql`${sql.ref(name)} = ${added}`))}
    )
    select count(*) as removed from gone`.execute(db);
  return rows[0]?.removed ?? 0;
}

const factSums: readonly SummedColumn[] = [
  'sessions',
  'offered_ms',
  'asked_ms',
  'answered_ms',
  'usable_ms',
  'placed_ms',
  'seen_ms',
  'sent_ms',
  'slate_ms',
  'ads_placed',
  'ads_seen',
].map(summed);
const lossSums = ['lost_ms', 'count'].map(summed);
const demandSums = [
  ...['asked', 'in_time', 'late', 'empty', 'error'].map(summed),
  counted('latency_histogram'),
];

/** @param before epoch ms; `factsMs` is rounded down to a whole day */
export async function purgeBreakRecords(
  db: Kysely<Schema>,
  { recordsMs, factsMs }: { readonly recordsMs: number; readonly factsMs: number },
): Promise<{ readonly records: number; readonly breaks: number }> {
  const removed = await db
    .deleteFrom('break_records')
    .where('at', '<', new Date(recordsMs))
    .executeTakeFirst();
  const factsBefore = new Date(factsMs - (factsMs % 86_400_000));
  const breaks = await foldDays(db, 'break_facts', [], factSums, factsBefore);
  await foldDays(db, 'break_losses', ['reason', 'owner'], lossSums, factsBefore);
  await foldDays(db, 'break_demand', ['server', 'hop'], demandSums, factsBefore);
  return { records: Number(removed.numDeletedRows), breaks };
}

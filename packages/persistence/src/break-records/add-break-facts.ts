/** Adds the sums of breaks to their tables, in the transaction of the batch. */
import { type BreakRow, breakCountNames } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** `offeredMs` → `offered_ms`. */
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const countColumns = breakCountNames.map((name) => ({ name, column: columnOf(name) }));
const countList = sql.join(countColumns.map(({ column }) => sql.ref(column)));
const addition = (columns: readonly string[]) =>
  sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = r.${sql.ref(column)} + excluded.${sql.ref(column)}`,
    ),
  );

const earliest = sql`started_at = least(r.started_at, excluded.started_at)`;

/** Key and start of each row's break, as one array per column. */
const keysOf = (rows: readonly BreakRow[]) =>
  sql.join([
    sql`${rows.map(({ tenant }) => tenant)}::text[]`,
    sql`${rows.map(({ channel }) => channel)}::text[]`,
    sql`${rows.map(({ breakId }) => breakId)}::text[]`,
    sql`${rows.map(({ sums }) => new Date(sums.startedAtMs))}::timestamptz[]`,
  ]);

async function addFacts(db: Kysely<Schema>, rows: readonly BreakRow[]): Promise<void> {
  const counts = countColumns.map(
    ({ name }) => sql`${rows.map(({ sums }) => sums.counts[name] ?? 0)}::bigint[]`,
  );
  await sql`
    insert into break_facts as r (tenant_id, channel_id, break_id, started_at,
      announced_ms, observed_ms, ${countList})
    select * from unnest(${keysOf(rows)},
      ${rows.map(({ sums }) => sums.announcedMs ?? null)}::bigint[],
      ${rows.map(({ sums }) => sums.observedMs ?? null)}::bigint[],
      ${sql.join(counts)})
    on conflict (tenant_id, channel_id, break_id) do update set ${earliest},
      announced_ms = coalesce(excluded.announced_ms, r.announced_ms),
      observed_ms = coalesce(excluded.observed_ms, r.observed_ms),
      ${addition(countColumns.map(({ column }) => column))}`.execute(db);
}

async function addLosses(db: Kysely<Schema>, breaks: readonly BreakRow[]): Promise<void> {
  const rows = breaks.flatMap((row) => row.sums.losses.map((loss) => ({ ...row, loss })));
  if (rows.length === 0) return;
  await sql`
    insert into break_losses as r (tenant_id, channel_id, break_id, started_at,
      reason, owner, lost_ms, count)
    select * from unnest(${keysOf(rows)},
      ${rows.map(({ loss }) => loss.reason)}::text[],
      ${rows.map(({ loss }) => loss.owner)}::text[],
      ${rows.map(({ loss }) => loss.lostMs)}::bigint[],
      ${rows.map(({ loss }) => loss.count)}::bigint[])
    on conflict (tenant_id, channel_id, break_id, reason, owner) do update
      set ${earliest}, ${addition(['lost_ms', 'count'])}`.execute(db);
}

const demandColumns = [
  ['asked', 'asked'],
  ['in_time', 'inTime'],
  ['late', 'late'],
  ['empty', 'empty'],
  ['error', 'error'],
] as const;

async function addDemand(db: Kysely<Schema>, breaks: readonly BreakRow[]): Promise<void> {
  const rows = breaks.flatMap((row) => row.sums.demand.map((demand) => ({ ...row, demand })));
  if (rows.length === 0) return;
  const columns = demandColumns.map(([column]) => column);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const counts = demandColumns.map(
    ([, name]) => sql`${rows.map(({ demand }) => demand[name])}::bigint[]`,
  );
  await sql`
    insert into break_demand as r (tenant_id, channel_id, break_id, started_at,
      server, hop, ${names}, latency_histogram)
    select tenant_id, channel_id, break_id, started_at, server, hop, ${names},
      string_to_array(latency, ',')::integer[]
    from unnest(${keysOf(rows)},
      ${rows.map(({ demand }) => demand.server)}::text[],
      ${rows.map(({ demand }) => demand.hop)}::smallint[],
      ${sql.join(counts)},
      ${rows.map(({ demand }) => demand.latency.join(','))}::text[])
      as added (tenant_id, channel_id, break_id, started_at, server, hop,
        ${names}, latency)
    on conflict (tenant_id, channel_id, break_id, server, hop) do update
      set ${earliest}, ${addition(columns)},
        latency_histogram = add_counts(r.latency_histogram, excluded.latency_histogram)`.execute(
    db,
  );
}

/** Adds rows in the order of their keys, so that concurrent writers lock in one order. */
export async function addBreakFacts(
  db: Kysely<Schema>,
  breaks: readonly BreakRow[],
): Promise<void> {
  if (breaks.length === 0) return;
  await addFacts(db, breaks);
  await addLosses(db, breaks);
  await addDemand(db, breaks);
}

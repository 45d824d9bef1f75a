/**
 * Tables of a backup: all tables of Interlude in the catalogue of the database, so that a new one is included, without
 * those in `leftOutTables`.
 * @see ADR 0049
 */
import type pg from 'pg';
import { readOwnNames } from './own-schema.ts';

/**
 * Tables that a restore must not bring back (access, leases, state of processes), and those whose rows are useless a
 * while later.
 */
export const leftOutTables: ReadonlySet<string> = new Set([
  // Applying the migrations fills it.
  'migrations',
  // Login sessions, their grants and tokens, links of mails, steps of sign-ins: people sign in again.
  'oidc',
  'login_sessions',
  'login_session_grants',
  'company_sessions',
  'one_time_tokens',
  'second_factor_steps',
  'rate_limits',
  'known_clients',
  // Answers that are kept for a day so that no request is carried out twice: they belong to the old database.
  'idempotent_requests',
  // State that running processes hold and report.
  'stitcher_sessions',
  'monitors',
  'monitor_leases',
  'source_refusals',
  // Decisions of playback sessions: outputs list their breaks for an hour only.
  'session_entries',
  'creative_snapshots',
  'session_plans',
  'event_claims',
  'ad_request_turns',
  // Transaction ids of the old database, which its processes compare with their caches.
  'viewer_sketch_changes',
  // Windows of live sources, seconds old.
  'source_snapshots',
  'source_readings',
  // The last 20 minutes that monitors read: the most bytes by far.
  'monitoring_chunks',
  'monitoring_manifests',
]);

/** A table as a backup describes it. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Last number that the identity column has given; null without such a column or number. */
  readonly lastNumber: number | null;
}

export interface CatalogueTable extends Omit<BackupTable, 'lastNumber'> {
  /** Columns of the primary key for ORDER BY, with one collation, so that the order is the same in every database. */
  readonly order: string;
  /** The identity column; null: none. */
  readonly counter: string | null;
  /** Row-level security applies to the owner, too. */
  readonly forced: boolean;
}

interface CatalogueRow {
  readonly name: string;
  readonly columns: string[];
  readonly key: string[];
  readonly counter: string | null;
  readonly forced: boolean;
  /** Tables to which its rows refer. */
  readonly parents: string[];
}

const catalogue = `
  select c.relname::text as name, c.relforcerowsecurity as forced,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns,
    array(select quote_ident(k.attname) || case when k.attcollation = 0 then '' else ' collate "C"' end
      from pg_index i
      cross join lateral unnest(i.indkey::int2[]) with ordinality as part (attnum, place)
      join pg_attribute k on k.attrelid = i.indrelid and k.attnum = part.attnum
      where i.indrelid = c.oid and i.indisprimary order by part.place) as key,
    (select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and not a.attisdropped and a.attidentity <> '' limit 1) as counter,
    array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = c.oid and p.oid <> c.oid) as parents
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by c.relname collate "C"`;

/** Orders tables so that a table follows those to which its rows refer. */
function parentsFirst(rows: readonly CatalogueRow[]): CatalogueRow[] {
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: CatalogueRow[] = [];
  const visit = (name: string) => {
    const row = left.get(name);
    if (row === undefined) return;
    // Removed before its parents are visited, so that a circle of references ends.
    left.delete(name);
    for (const parent of row.parents) visit(parent);
    ordered.push(row);
  };
  for (const { name } of rows) visit(name);
  return ordered;
}

/** Tables of a backup, in the order in which they can be filled. */
export async function readCatalogue(client: pg.ClientBase): Promise<CatalogueTable[]> {
  const { tables } = await readOwnNames();
  const { rows } = await client.query<CatalogueRow>(catalogue);
  const kept = rows.filter(({ name }) => tables.has(name) && !leftOutTables.has(name));
  return parentsFirst(kept).map(({ name, columns, key, counter, forced }) => ({
    ...{ name, columns, counter, forced },
    order: key.length > 0 ? key.join(', ') : `${quote(name)}::text collate "C"`,
  }));
}

/** An identifier in SQL. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const listed = (columns: readonly string[]) => columns.map(quote).join(', ');

/** All rows of a table as text, in the order of its key: equal rows give equal bytes. */
export const copyOut = ({ name, columns, order }: CatalogueTable) =>
  `copy (select ${listed(columns)} from public.${quote(name)} order by ${order}) to stdout`;

/** Reads the same text back: the input is data and never a statement. */
export const copyIn = ({ name, columns }: CatalogueTable) =>
  `copy public.${quote(name)} (${listed(columns)}) from stdin`;

/** Settings for one transaction: they determine the text form of values, and allow a backup to take long. */
export async function settleSession(client: pg.ClientBase): Promise<void> {
  const settings = {
    ...{ datestyle: 'ISO, YMD', timezone: 'UTC', intervalstyle: 'postgres' },
    ...{ bytea_output: 'hex', extra_float_digits: '1', work_mem: '64MB' },
    ...{ statement_timeout: '0', idle_in_transaction_session_timeout: '0', lock_timeout: '10s' },
    // Exists from PostgreSQL 17 on.
    transaction_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings)) {
    await client.query(
      'select set_config(name, $2, true) from pg_settings where lower(name) = $1',
      [name, value],
    );
  }
}

/** SQL for the sequence of the identity column. */
const sequenceOf = `pg_get_serial_sequence(format('public.%I', $1::text), $2::text)::regclass`;

export async function readLastNumber(
  client: pg.ClientBase,
  { name, counter }: CatalogueTable,
): Promise<number | null> {
  if (counter === null) return null;
  const { rows } = await client.query<{ last: number | null }>(
    `select pg_sequence_last_value(${sequenceOf}) as last`,
    [name, counter],
  );
  return rows[0]?.last ?? null;
}

/** Sets the sequence beyond every number that the backup or a row of the table has. */
export async function setLastNumber(
  client: pg.ClientBase,
  { name, counter }: CatalogueTable,
  last: number | null,
): Promise<void> {
  if (counter === null) return;
  await client.query(
    `select setval(${sequenceOf}, greatest(most, $3::bigint))
     from (select max(${quote(counter)})::bigint as most from public.${quote(name)}) known
     where greatest(most, $3::bigint) is not null`,
    [name, counter, last],
  );
}

/**
 * Which tables a backup has: all of Interlude that the catalogue of the database knows, so that a new one is in it by
 * itself, less those that must not come back.
 * @see ADR 0049
 */
import type pg from 'pg';
import { readOwnNames } from './own-schema.ts';

/** Where access, leases and the state of processes stand; and what nobody can use a while later. */
export const leftOutTables: ReadonlySet<string> = new Set([
  // The schema is made by the migrations.
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
  // Answers that are kept for a day so that a request is not carried out twice: by the database that was.
  'idempotent_requests',
  // What processes that run hold and say.
  'stitcher_sessions',
  'monitors',
  'monitor_leases',
  'source_refusals',
  // Decisions of playback sessions: outputs list their breaks for an hour.
  'session_entries',
  'creative_snapshots',
  'session_plans',
  'event_claims',
  'ad_request_turns',
  // Transactions of the database that was, for what its processes keep in memory.
  'viewer_sketch_changes',
  // Windows of live sources, of seconds ago.
  'source_snapshots',
  'source_readings',
  // The last 20 minutes of what monitors read, by far the most bytes.
  'monitoring_chunks',
  'monitoring_manifests',
]);

/** A table as a backup describes it. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The last number that its counting column has given; null: none. */
  readonly lastNumber: number | null;
}

export interface CatalogueTable extends Omit<BackupTable, 'lastNumber'> {
  /** Columns of the key for ORDER BY, the same in every database, whatever its collation. */
  readonly order: string;
  /** The column that counts; null: none. */
  readonly counter: string | null;
  /** Row-level security binds its owner, too. */
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

/** Those to which rows refer before those whose rows refer to them. */
function parentsFirst(rows: readonly CatalogueRow[]): CatalogueRow[] {
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: CatalogueRow[] = [];
  const visit = (name: string) => {
    const row = left.get(name);
    if (row === undefined) return;
    // Taken out first: a circle of references ends.
    left.delete(name);
    for (const parent of row.parents) visit(parent);
    ordered.push(row);
  };
  for (const { name } of rows) visit(name);
  return ordered;
}

/** Tables with the rows of a backup, in the order in which they can be filled. */
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

/** The same back: what comes is data, and no statement. */
export const copyIn = ({ name, columns }: CatalogueTable) =>
  `copy public.${quote(name)} (${listed(columns)}) from stdin`;

/** What values look like as text depends on these; and a backup may take long. For one transaction. */
export async function settleSession(client: pg.ClientBase): Promise<void> {
  const settings = {
    ...{ datestyle: 'ISO, YMD', timezone: 'UTC', intervalstyle: 'postgres' },
    ...{ bytea_output: 'hex', extra_float_digits: '1', work_mem: '64MB' },
    ...{ statement_timeout: '0', idle_in_transaction_session_timeout: '0', lock_timeout: '10s' },
    // From PostgreSQL 17 on.
    transaction_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings)) {
    await client.query(
      'select set_config(name, $2, true) from pg_settings where lower(name) = $1',
      [name, value],
    );
  }
}

/** The sequence of the counting column, for functions of sequences. */
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

/** The next row gets a number that no row has and none had. */
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

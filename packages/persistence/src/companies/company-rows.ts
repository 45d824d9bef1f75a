/** Reads all rows of a company as of one moment, for its export. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { companyTables } from './company-tables.ts';

/** Columns with ciphertext or hashes, which are useless outside of the installation and no data of the company. */
const leftOut = /^(sealed|secret|(.+_)?hash)$/;
const rowsAtOnce = 500;
/** Statement timeout within the transaction. */
const exportMs = 4 * 3_600_000;

export interface CompanyRows {
  /** Begins the next table; its columns in order. */
  table(name: string, columns: readonly string[]): Promise<void>;
  /** A row as JSON. */
  row(text: string): Promise<void>;
}

async function columnsOf(db: Kysely<Schema>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !leftOut.test(name));
}

const columnList = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

const ownColumns = [
  ...['id', 'name', 'tier', 'expires_at', 'payment_contact_email', 'language', 'created_at'],
];
const own = sql`select ${columnList(ownColumns)} from tenants where id = current_setting('app.export')`;

/** Of members, without their password hashes. */
const peopleColumns = [
  ...['id', 'email', 'email_verified', 'nickname', 'picture', 'blocked', 'language'],
  ...['created_at', 'last_login'],
];
const people = sql`
  select ${columnList(peopleColumns)} from users u where exists (
    select from memberships m where m.user_id = u.id and m.tenant_id = current_setting('app.export'))
  order by u.id`;

async function readAll(
  db: Kysely<Schema>,
  query: ReturnType<typeof sql>,
  rows: CompanyRows,
): Promise<void> {
  await sql`declare exported no scroll cursor for select to_json(r)::text as text from (${query}) r`.execute(
    db,
  );
  for (;;) {
    const part = await sql<{ text: string }>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(
      db,
    );
    if (part.rows.length === 0) break;
    for (const { text } of part.rows) await rows.row(text);
  }
  await sql`close exported`.execute(db);
}

/**
 * Passes all rows of a company to `rows`, table by table, from one snapshot of the database. Bytes are in PostgreSQL's
 * JSON form (`\\x…`).
 * @see ADR 0050
 */
export async function readCompanyRows(
  database: Database,
  tenantId: string,
  rows: CompanyRows,
): Promise<void> {
  await database.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await sql`set local statement_timeout = ${sql.lit(exportMs)}`.execute(db);
      await sql`select set_config('app.export', ${tenantId}, true)`.execute(db);
      const tables = (await companyTables(db)).sort();
      await rows.table('tenants', ownColumns);
      await readAll(db, own, rows);
      await rows.table('people', peopleColumns);
      await readAll(db, people, rows);
      for (const table of tables) {
        const columns = await columnsOf(db, table);
        await rows.table(table, columns);
        const list = columnList(columns);
        const query = sql`select ${list} from ${sql.table(table)} where tenant_id = current_setting('app.export')`;
        await readAll(db, query, rows);
      }
    });
}

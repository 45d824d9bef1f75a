/** All rows of a company, as one moment has them: for its export. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { companyTables } from './company-tables.ts';

/** Ciphertext and hashes say nothing to anybody else, and are no data of the company. */
const leftOut = /^(sealed|secret|(.+_)?hash)$/;
const rowsAtOnce = 500;
/** Of the transaction. */
const exportMs = 4 * 3_600_000;

export interface CompanyRows {
  /** The next table; its columns in order. */
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

/** Members as others see them; a password hash is none of it. */
const people = sql`
  select u.id, u.email, u.email_verified, u.nickname, u.picture, u.blocked, u.language,
    u.created_at, u.last_login
  from users u where exists (
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
 * Hands all rows of a company to `rows`, table by table, in one snapshot of the database. Bytes are base64 by way of
 * PostgreSQL's own JSON (`\\x…`).
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
      await rows.table('tenants', ['id', 'name', 'tier', 'expires_at', 'language', 'created_at']);
      const own = sql`select id, name, tier, expires_at, payment_contact_email, language, created_at
        from tenants where id = current_setting('app.export')`;
      await readAll(db, own, rows);
      await rows.table('people', [
        ...['id', 'email', 'nickname', 'picture', 'language', 'created_at', 'last_login'],
      ]);
      await readAll(db, people, rows);
      for (const table of tables) {
        const columns = await columnsOf(db, table);
        await rows.table(table, columns);
        const list = sql.join(columns.map((name) => sql.ref(name)));
        const query = sql`select ${list} from ${sql.table(table)} where tenant_id = current_setting('app.export')`;
        await readAll(db, query, rows);
      }
    });
}

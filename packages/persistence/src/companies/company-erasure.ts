/**
 * Removes the rows of an erased company. Each call can be repeated after its process was killed: it continues with the
 * rows that are left. From `begin` on, nothing is counted for the company.
 * @see ADR 0050, rule SEC-S124
 */
import { domainError } from '@interlude/contract/errors';
import { type Kysely, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { companyTables } from './company-tables.ts';

/** Rows that one transaction removes: locks are short, and a killed process loses little work. */
const rowsAtOnce = 5_000;
const stepMs = 600_000;
/**
 * Removed last: rows of the audit log cannot be removed while their company exists, and triggers of the other tables
 * keep the row counts.
 */
const last: ReadonlySet<string> = new Set(['audit_changes', 'audit_entries', 'row_counts']);
/** Removed first: afterwards no member can sign in, no channel plays and no job begins. */
const first = ['memberships', 'api_keys', 'stream_subscribers', 'channels', 'playlists', 'jobs'];

export type Counts = Readonly<Record<string, number>>;

export interface CompanyErasure {
  readonly companyId: string;
  readonly askedAt: string;
  /** Null while the erasure is unfinished. */
  readonly doneAt: string | null;
  readonly counts: Counts;
  /** Ad events by month (`2026-11`). */
  readonly usage: Counts;
}

export interface CompanyErasureStore {
  /** Rows by table, and the number of people who are members of no other company. */
  count(tenantId: string): Promise<Counts>;
  /**
   * Records that the company is erased, with its ad events by month, on which invoices are based. A repeated call
   * changes nothing.
   * @throws {DomainError} COMPANY_NOT_ERASABLE when the installation would be left without a SuperAdmin
   */
  begin(tenantId: string): Promise<void>;
  /**
   * Ends access: removes members, keys, channels, jobs, and the accounts of people who are members of no other company.
   */
  closeDoors(tenantId: string): Promise<Counts>;
  /** Removes all other rows, the company itself, and then its audit log. */
  removeRows(tenantId: string): Promise<Counts>;
  finish(tenantId: string, counts: Counts): Promise<void>;
  /** All erasures, the oldest first. */
  list(): Promise<CompanyErasure[]>;
  /** Ids of companies that are erased or being erased. */
  erased(): Promise<ReadonlySet<string>>;
}

/** Ids of users who are members of this company only. */
const onlyHere = (tenantId: string) => sql`
  select m.user_id from memberships m where m.tenant_id = ${tenantId} and not exists (
    select from memberships o where o.user_id = m.user_id and o.tenant_id <> m.tenant_id)`;

async function countTable(db: Kysely<Schema>, table: string, tenantId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/**
 * Removes rows in steps, each in its own transaction. @returns rows removed, without those that a foreign key removed
 * with them
 */
async function emptyTable(database: Database, table: string, tenantId: string): Promise<number> {
  let removed = 0;
  for (let step = rowsAtOnce; step === rowsAtOnce; removed += step) {
    step = await database.transaction(async ({ db }) => {
      await sql`set local statement_timeout = ${sql.lit(stepMs)}`.execute(db);
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where tenant_id = ${tenantId} limit ${sql.lit(rowsAtOnce)}))`.execute(
        db,
      );
      return Number(numAffectedRows ?? 0n);
    });
  }
  return removed;
}

async function announceChannels(database: Database, tenantId: string): Promise<void> {
  const channels = await database.system
    .selectFrom('channels')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .execute();
  await database.transaction(async ({ db }) => {
    for (const { id } of channels) {
      await notifyChange(db, { tenant: tenantId, kind: 'channels', id, action: 'removed' });
    }
  });
}

/** Removes these people with their rows outside of companies: sign-ins, tokens, mails. */
async function removePeople(database: Database, tenantId: string): Promise<Counts> {
  return database.transaction(async ({ db }) => {
    const { numAffectedRows: mails } = await sql`
      delete from mails where lower(recipient) in (
        select lower(email) from users where id in (${onlyHere(tenantId)})
        union select lower(i.email) from invitations i where i.tenant_id = ${tenantId}
          and not exists (select from users u where lower(u.email) = lower(i.email)))`.execute(db);
    await sql`delete from oidc where payload ->> 'accountId' in (${onlyHere(tenantId)})`.execute(
      db,
    );
    const { numAffectedRows: people } = await sql`
      delete from users where id in (${onlyHere(tenantId)})`.execute(db);
    return { people: Number(people ?? 0n), mails: Number(mails ?? 0n) };
  });
}

async function requireAnotherAdministrator(db: Kysely<Schema>, tenantId: string): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from memberships where role = 'SuperAdmin' and tenant_id <> ${tenantId}`.execute(
    db,
  );
  if (Number(rows[0]?.others ?? 0) > 0) return;
  const reason =
    'it has the only SuperAdmins of the installation; make one in another company first';
  throw domainError('COMPANY_NOT_ERASABLE', { reason });
}

/**
 * The erasure of companies.
 * @returns a store whose calls can be repeated
 * @see ADR 0050
 */
export function createCompanyErasureStore(database: Database): CompanyErasureStore {
  const { system, clock } = database;
  return {
    async count(tenantId) {
      const counts: Record<string, number> = {};
      for (const table of (await companyTables(system)).sort()) {
        const total = await countTable(system, table, tenantId);
        if (total > 0) counts[table] = total;
      }
      const { rows } = await sql<{ people: number }>`
        select count(*) as people from (${onlyHere(tenantId)}) alone`.execute(system);
      return { ...counts, people: Number(rows[0]?.people ?? 0) };
    },
    begin: (tenantId) =>
      database.transaction(async ({ db }) => {
        // Waits for batches that are being added; later ones see the row of the erasure and leave the company out.
        await sql`lock table batches in share row exclusive mode`.execute(db);
        const known = await db
          .selectFrom('company_erasures')
          .select('company_id')
          .where('company_id', '=', tenantId)
          .executeTakeFirst();
        if (known !== undefined) return;
        await requireAnotherAdministrator(db, tenantId);
        await sql`
          insert into company_erasures (company_id, asked_at, usage)
          select ${tenantId}, ${new Date(clock.now())}, coalesce((
            select jsonb_object_agg(month, events) from (
              select to_char(date '1970-01-01' + day, 'YYYY-MM') as month, sum(ad_events) as events
              from usage where tenant_id = ${tenantId} group by 1
            ) months), '{}')`.execute(db);
      }),
    async closeDoors(tenantId) {
      await announceChannels(database, tenantId);
      const counts: Record<string, number> = { ...(await removePeople(database, tenantId)) };
      for (const table of first) counts[table] = await emptyTable(database, table, tenantId);
      return counts;
    },
    async removeRows(tenantId) {
      const counts: Record<string, number> = {};
      const add = async (table: string) => {
        counts[table] = (counts[table] ?? 0) + (await emptyTable(database, table, tenantId));
      };
      const tables = await companyTables(system);
      for (const table of tables) if (!last.has(table)) await add(table);
      await system.deleteFrom('tenants').where('id', '=', tenantId).execute();
      // Again, for rows that requests have added meanwhile.
      for (const table of tables) await add(table);
      return counts;
    },
    async finish(tenantId, counts) {
      await system
        .updateTable('company_erasures')
        .set({ done_at: new Date(clock.now()), counts: JSON.stringify(counts) })
        .where('company_id', '=', tenantId)
        .execute();
    },
    async list() {
      const rows = await system
        .selectFrom('company_erasures')
        .selectAll()
        .orderBy('asked_at')
        .orderBy('company_id')
        .execute();
      return rows.map((row) => ({
        companyId: row.company_id,
        askedAt: row.asked_at.toISOString(),
        doneAt: row.done_at?.toISOString() ?? null,
        counts: row.counts as Counts,
        usage: row.usage as Counts,
      }));
    },
    async erased() {
      const rows = await system.selectFrom('company_erasures').select('company_id').execute();
      return new Set(rows.map(({ company_id }) => company_id));
    },
  };
}

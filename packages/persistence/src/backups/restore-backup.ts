/**
 * Restores the rows of a backup in one transaction: it makes the schema of the backup, fills it by COPY, compares every
 * table with its checksum, and then applies the newer migrations. Until the commit the database is as it was, even when
 * the process is killed.
 * @see ADR 0049, rule SEC-S122
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError, domainError } from '@interlude/contract/errors';
import type pg from 'pg';
import * as copyStreams from 'pg-copy-streams';
import { connectWhenReady } from '../connections.ts';
import { type AppliedMigration, applyMigrations, migrationLock } from '../migrations/migrate.ts';
import { ensureRequestRole } from '../migrations/request-role.ts';
import { type PrepareOptions, reachDatabase, requireMajor } from '../prepare-database.ts';
import {
  type BackupTable,
  type CatalogueTable,
  copyIn,
  quote,
  readCatalogue,
  setLastNumber,
  settleSession,
} from './backup-tables.ts';
import { carryErasures, readErasures } from './carried-erasures.ts';
import { historyProblem } from './histories.ts';
import { dropOwnSchema } from './own-schema.ts';
import { type RowsChecksum, sumRows } from './read-backup.ts';
import { type Settled, settleRestored } from './settle-restored.ts';

export interface RestorePlan {
  /** Migrations of the backup; this version knows them all. */
  readonly migrations: readonly AppliedMigration[];
  /** In the order in which they can be filled. */
  readonly tables: readonly (BackupTable & RowsChecksum)[];
}

/** Fills one table of the plan; call it for one table at a time. */
export type LoadTable = (table: string, rows: AsyncIterable<Uint8Array>) => Promise<void>;

export interface RestoreReport extends Settled {
  readonly companies: number;
  /** Names of migrations that the backup lacked. */
  readonly migrated: readonly string[];
}

export interface RestoreConnection {
  /** Host and database, without a password. */
  readonly label: string;
  /**
   * Checks that a backup may be restored into this database.
   * @throws {DomainError} INSTALLATION_IN_USE; INSTALLATION_NOT_EMPTY unless `isReplacing`; RESTORE_FAILED for a
   *   database of a newer version
   */
  check(isReplacing: boolean): Promise<void>;
  /**
   * Restores everything or nothing.
   * @param work fills the tables, and does all else that may fail: an error of it rolls everything back
   * @throws {DomainError} RESTORE_FAILED, those of `check`, and the error of `work`
   */
  restore(
    plan: RestorePlan,
    isReplacing: boolean,
    work: (load: LoadTable) => Promise<void>,
  ): Promise<RestoreReport>;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const failed = (reason: string, cause?: unknown) =>
  domainError('RESTORE_FAILED', { reason }, cause);

async function countCompanies(client: pg.ClientBase): Promise<number> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('public.tenants') is not null as there`,
  );
  if (found.rows[0]?.there !== true) return 0;
  const { rows } = await client.query<{ companies: number }>(
    'select count(*)::int as companies from public.tenants',
  );
  return rows[0]?.companies ?? 0;
}

/** A database with unknown migrations is refused, even when it is to be replaced. */
async function requireOwnDatabase(client: pg.ClientBase, label: string): Promise<void> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  );
  if (found.rows[0]?.there !== true) return;
  const { rows } = await client
    .query<AppliedMigration>('select name, checksum from public.migrations order by name')
    .catch((error: unknown) => {
      const reason = `the table "migrations" of the database (${label}) is another program's`;
      throw failed(reason, error);
    });
  const problem = await historyProblem(rows);
  if (problem !== undefined) throw failed(problem);
}

async function check(client: pg.ClientBase, label: string, isReplacing: boolean): Promise<void> {
  const users = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'interlude-%' limit 1`,
  );
  if (users.rows.length > 0) throw domainError('INSTALLATION_IN_USE', { database: label });
  await requireOwnDatabase(client, label);
  const companies = await countCompanies(client);
  if (companies > 0 && !isReplacing)
    throw domainError('INSTALLATION_NOT_EMPTY', { database: label, companies });
}

const sameColumns = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name) => b.includes(name));

/**
 * Finds the tables of the plan in the backup's schema: names of the file are only looked up, and never become SQL.
 * @throws {DomainError} RESTORE_FAILED when the file has other tables or columns
 */
async function matchTables(
  client: pg.ClientBase,
  plan: RestorePlan,
): Promise<Map<string, CatalogueTable>> {
  const known = new Map((await readCatalogue(client)).map((table) => [table.name, table]));
  const named = new Set(plan.tables.map(({ name }) => name));
  const missing = [...known.keys()].filter((name) => !named.has(name));
  if (missing.length > 0) throw failed(`the backup lacks the tables ${missing.join(', ')}`);
  for (const { name, columns } of plan.tables) {
    const table = known.get(name);
    if (table === undefined || !sameColumns(table.columns, columns))
      throw failed(`the table "${name}" of the backup is none of its version`);
    // COPY expects the values in the column order of the file.
    known.set(name, { ...table, columns });
  }
  return known;
}

/**
 * Lets rows be written unchanged: disables the triggers that count or log them, and the row-level security of the
 * owner, which COPY does not allow.
 */
async function openTables(
  client: pg.ClientBase,
  tables: Iterable<CatalogueTable>,
): Promise<() => Promise<void>> {
  const all = [...tables];
  const alter = async (name: string, action: string) => {
    await client.query(`alter table public.${quote(name)} ${action}`);
  };
  for (const { name, forced } of all) {
    await alter(name, 'disable trigger user');
    if (forced) await alter(name, 'no force row level security');
  }
  return async () => {
    for (const { name, forced } of all) {
      await alter(name, 'enable trigger user');
      if (forced) await alter(name, 'force row level security');
    }
  };
}

async function loadTable(
  client: pg.ClientBase,
  table: CatalogueTable,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    await pipeline(
      Readable.from(rows, { objectMode: false }),
      client.query(copyStreams.from(copyIn(table))),
    );
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw failed(`the table "${table.name}" cannot be filled (${messageOf(error)})`, error);
  }
}

/** Compares the written rows with the checksum. @throws {DomainError} RESTORE_FAILED */
async function compare(
  client: pg.ClientBase,
  table: CatalogueTable,
  expected: RowsChecksum,
): Promise<void> {
  const { rows, sha256 } = await sumRows(client, table);
  if (rows === expected.rows && sha256 === expected.sha256) return;
  throw failed(`the table "${table.name}" is not what the backup has, after it was filled`);
}

interface Restoring {
  readonly client: pg.ClientBase;
  readonly label: string;
  readonly options: PrepareOptions;
  readonly plan: RestorePlan;
  readonly isReplacing: boolean;
  readonly work: (load: LoadTable) => Promise<void>;
}

async function fill({ client, plan, work }: Restoring): Promise<void> {
  const tables = await matchTables(client, plan);
  const close = await openTables(client, tables.values());
  await work(async (name, rows) => {
    const table = tables.get(name);
    if (table === undefined) throw failed(`the backup has no table "${name}"`);
    await loadTable(client, table, rows);
  });
  for (const described of plan.tables) {
    const table = tables.get(described.name);
    if (table === undefined) continue;
    await compare(client, table, described);
    await setLastNumber(client, table, described.lastNumber);
  }
  await close();
}

async function restoreAll(restoring: Restoring): Promise<RestoreReport> {
  const { client, label, options, plan, isReplacing } = restoring;
  await client.query('begin');
  await settleSession(client);
  const { rows } = await client.query<{ alone: boolean }>(
    `select pg_try_advisory_xact_lock(${migrationLock}) as alone`,
  );
  if (rows[0]?.alone !== true) throw domainError('INSTALLATION_IN_USE', { database: label });
  await check(client, label, isReplacing);
  const erasures = await readErasures(client);
  await dropOwnSchema(client);
  await applyMigrations(client, options.logger, plan.migrations.length);
  await fill(restoring);
  const migrated = await applyMigrations(client, options.logger);
  await carryErasures(client, erasures);
  const settled = await settleRestored(client);
  const companies = await countCompanies(client);
  await client.query('commit');
  return { ...settled, companies, migrated };
}

/**
 * Runs `work` with a connection to a database for a restore; until the restore its schema is not changed.
 * @throws {DomainError} DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE, CONFIG_INVALID
 * @see ADR 0049, rule SEC-S122
 */
export async function withRestoreConnection<T>(
  options: PrepareOptions,
  work: (connection: RestoreConnection) => Promise<T>,
): Promise<T> {
  const { address, stop } = await reachDatabase(options);
  const { label, ownUser } = address;
  try {
    const client = await connectWhenReady(address, options);
    try {
      await requireMajor(client, label);
      return await work({
        label,
        check: (isReplacing) => check(client, label, isReplacing),
        async restore(plan, isReplacing, fillTables) {
          await ensureRequestRole(client, ownUser);
          try {
            return await restoreAll({
              ...{ client, label, options, plan, isReplacing, work: fillTables },
            });
          } catch (error) {
            throw error instanceof DomainError ? error : failed(messageOf(error), error);
          }
        },
      });
    } finally {
      // Rolls back a transaction that has not ended.
      await client.end();
    }
  } finally {
    await stop();
  }
}

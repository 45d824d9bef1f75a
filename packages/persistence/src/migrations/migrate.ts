/**
 * Brings a database to the newest schema: the SQL files of `migrations/`, in order of their names, all in
 * one transaction under an advisory lock. So replicas may start together, and a file that fails leaves
 * nothing half done. What was released is never edited: the checksum would stop the start.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainError } from '@interlude/contract';
import type { Logger } from '@interlude/runtime';
import type pg from 'pg';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');
/** Of pg_advisory_lock: any number that nobody else locks; "intrlude" in a 64-bit integer would do as well. */
export const migrationLock = 7_264_837_511;

/** As the table `migrations` has it. */
export interface AppliedMigration {
  /** File name without `.sql`. */
  readonly name: string;
  readonly checksum: string;
}

export interface Migration extends AppliedMigration {
  readonly sql: string;
}

/**
 * Reads the migrations of a folder.
 * @returns migrations in the order of their names, with SHA-256 checksums
 * @see ADR 0015
 */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8');
      return {
        name: file.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

/** The migrations still to apply. @throws {DomainError} DATABASE_UNAVAILABLE when the histories differ */
function findPending(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const ours = migrations[index];
    if (ours?.name !== name) {
      const reason = migrations.some((migration) => migration.name === name)
        ? `its migrations were applied in another order (${name})`
        : `it was made by a newer version of Interlude (migration ${name} is unknown here); start that version or a newer one`;
      throw domainError('DATABASE_UNAVAILABLE', { reason });
    }
    if (ours.checksum !== checksum) {
      throw domainError('DATABASE_UNAVAILABLE', {
        reason: `migration ${name} has been changed since it was applied`,
      });
    }
  }
  return migrations.slice(applied.length);
}

/**
 * Applies what is missing, in the transaction of the caller, and returns the names of what was applied.
 * @param limit how many migrations the database shall have afterwards; all unless said
 */
export async function applyMigrations(
  client: pg.ClientBase,
  logger: Logger,
  limit?: number,
): Promise<string[]> {
  const migrations = (await readMigrations()).slice(0, limit);
  await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
  await client.query('set local statement_timeout = 0');
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from migrations order by name',
  );
  const pending = findPending(migrations, limit === undefined ? rows : rows.slice(0, limit));
  for (const { name, sql, checksum } of pending) {
    logger.info({ migration: name }, 'changing the database schema');
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  return pending.map(({ name }) => name);
}

/**
 * Applies what is missing in one transaction and returns the names of what was applied.
 * @param client a connection of the owner; its session settings are not changed
 * @param limit how many migrations the database shall have afterwards; all unless said
 */
export async function migrate(
  client: pg.ClientBase,
  logger: Logger,
  limit?: number,
): Promise<string[]> {
  await client.query('begin');
  try {
    const applied = await applyMigrations(client, logger, limit);
    await client.query('commit');
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Brings a database to the newest schema: applies the SQL files of `migrations/`, in order of their names, in one
 * transaction under an advisory lock. So replicas may start together, and a file that fails leaves no partial change. A
 * released file is never edited: its checksum would stop the start.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import type pg from 'pg';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');
/** Key of pg_advisory_lock: any number that no other program locks. */
export const migrationLock = 7_264_837_511;

/** A row of the table `migrations`. */
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

/** Migrations to apply. @throws {DomainError} DATABASE_UNAVAILABLE when the histories differ */
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
 * Applies the missing migrations, in the transaction of the caller, and returns their names.
 * @param limit number of migrations that the database has afterwards; left out: all
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
 * Applies the missing migrations in one transaction and returns their names.
 * @param client a connection of the owner; its session settings are not changed
 * @param limit number of migrations that the database has afterwards; left out: all
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

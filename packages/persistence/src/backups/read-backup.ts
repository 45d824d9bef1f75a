/**
 * All rows of an installation as of one moment, while the platform runs: a read-only transaction that uses COPY. It
 * needs none of PostgreSQL's programs, and works with any server.
 * @see ADR 0049
 */
import { createHash } from 'node:crypto';
import { domainError } from '@interlude/contract/errors';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectWhenReady } from '../connections.ts';
import type { AppliedMigration } from '../migrations/migrate.ts';
import { type PrepareOptions, reachDatabase, requireMajor } from '../prepare-database.ts';
import {
  type BackupTable,
  type CatalogueTable,
  copyOut,
  readCatalogue,
  readLastNumber,
  settleSession,
} from './backup-tables.ts';
import { historyProblem } from './histories.ts';

/** A storage of a company outside of the data folder; the backup does not contain its files. */
export interface RemoteStorage {
  readonly tenantId: string;
  readonly systemId: string;
  readonly name: string;
  readonly type: string;
}

export interface BackupSnapshot {
  /** Migrations that made the schema. */
  readonly migrations: readonly AppliedMigration[];
  /** Major version of the server, such as 18. */
  readonly major: number;
  /** In the order in which they can be filled again. */
  readonly tables: readonly BackupTable[];
  readonly remoteStorages: readonly RemoteStorage[];
  /** Rows of one of the tables as COPY writes them, in the order of the key. Read one table at a time. */
  read(table: string): AsyncIterable<Uint8Array>;
}

export interface RowsChecksum {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

const newline = 10;

/** COPY writes one row per line: a line break within a value is `\n`. */
function countLines(part: Uint8Array): number {
  let count = 0;
  for (let at = part.indexOf(newline); at !== -1; at = part.indexOf(newline, at + 1)) count += 1;
  return count;
}

/** Counts rows and bytes, and computes their SHA-256. */
export class RowsSum {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  add(part: Uint8Array): void {
    this.#hash.update(part);
    this.#rows += countLines(part);
    this.#bytes += part.length;
  }

  /** Call it once, after the last row. */
  end(): RowsChecksum {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Checksum of a table as it is in the database. */
export async function sumRows(client: pg.ClientBase, table: CatalogueTable): Promise<RowsChecksum> {
  const sum = new RowsSum();
  for await (const part of client.query(copyTo(copyOut(table)))) sum.add(part);
  return sum.end();
}

async function readMigrationsApplied(
  client: pg.ClientBase,
  label: string,
): Promise<AppliedMigration[]> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null and to_regclass('public.tenants') is not null as there`,
  );
  if (found.rows[0]?.there !== true) {
    const reason = `the database (${label}) has no installation of Interlude`;
    throw domainError('BACKUP_FAILED', { reason });
  }
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from public.migrations order by name',
  );
  const problem = await historyProblem(rows);
  if (problem !== undefined) throw domainError('BACKUP_FAILED', { reason: problem });
  return rows;
}

async function readRemoteStorages(client: pg.ClientBase): Promise<RemoteStorage[]> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('public.systems') is not null as there`,
  );
  if (found.rows[0]?.there !== true) return [];
  const { rows } = await client.query<RemoteStorage>(
    `select tenant_id as "tenantId", id as "systemId", name, type from public.systems
     where category = 'storage' and type <> 'local' order by tenant_id collate "C", id collate "C"`,
  );
  return rows;
}

async function openSnapshot(client: pg.ClientBase, label: string): Promise<BackupSnapshot> {
  const major = await requireMajor(client, label);
  await client.query('begin isolation level repeatable read, read only');
  await settleSession(client);
  const migrations = await readMigrationsApplied(client, label);
  const catalogue = await readCatalogue(client);
  const tables: BackupTable[] = [];
  for (const table of catalogue) {
    const lastNumber = await readLastNumber(client, table);
    tables.push({ name: table.name, columns: table.columns, lastNumber });
  }
  const remoteStorages = await readRemoteStorages(client);
  return {
    ...{ major, migrations, tables, remoteStorages },
    read: (name) => {
      const table = catalogue.find((one) => one.name === name);
      if (table === undefined) throw new RangeError(`no table ${name}`);
      return client.query(copyTo(copyOut(table)));
    },
  };
}

/**
 * Runs `work` with all rows of an installation as of one moment; the schema is not changed. A platform may run
 * meanwhile: it is not blocked.
 * @throws {DomainError} BACKUP_FAILED without an installation; DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE,
 *   CONFIG_INVALID
 * @see ADR 0049
 */
export async function withBackupSnapshot<T>(
  options: PrepareOptions,
  work: (snapshot: BackupSnapshot) => Promise<T>,
): Promise<T> {
  const { address, stop } = await reachDatabase(options);
  try {
    const client = await connectWhenReady(address, options);
    try {
      return await work(await openSnapshot(client, address.label));
    } finally {
      // Ends the transaction, even in the middle of a table.
      await client.end();
    }
  } finally {
    await stop();
  }
}

/**
 * Prepares the database for all processes: one process starts the embedded server, or waits for that of DATABASE_URL,
 * and applies the missing migrations. The other processes get its place.
 */
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import pg from 'pg';
import { connectWhenReady, type DatabaseAddress, externalAddress } from './connections.ts';
import {
  type EmbeddedPostgres,
  type RunningServer,
  startEmbeddedPostgres,
} from './embedded-postgres/supervisor.ts';
import { migrate } from './migrations/migrate.ts';
import { ensureRequestRole } from './migrations/request-role.ts';

/**
 * A database whose schema is up to date. Plain data that contains the password, so that it can be sent to another
 * process.
 */
export interface DatabasePlace extends DatabaseAddress {
  readonly connection:
    | { readonly connectionString: string }
    | {
        readonly host: string;
        readonly port: number;
        readonly user: string;
        readonly database: string;
      };
  /** Major version of the server, such as 18. */
  readonly major: number;
  /** True when the server is the embedded one. */
  readonly embedded: boolean;
  /** Set for the embedded server. */
  readonly server?: RunningServer;
}

export { stopUnusedServer } from './embedded-postgres/supervisor.ts';

export interface PreparedDatabase {
  readonly place: DatabasePlace;
  /** Stops the embedded server when no other process uses it. Close all own connections first. */
  stop(): Promise<void>;
}

export interface PrepareOptions {
  /** Unset = the embedded PostgreSQL in `dataFolder`. */
  readonly databaseUrl?: string | undefined;
  /** Absolute. */
  readonly dataFolder: string;
  readonly logger: Logger;
  /** PG_BIN, for the embedded server: a folder with `initdb` and `postgres`. */
  readonly binFolder?: string | undefined;
  /** PG_RUN_AS, for the embedded server: the account to drop to when started by root. */
  readonly runAs?: string | undefined;
  /** Longest wait for an external database to come up, milliseconds; left out: 60,000. */
  readonly waitMs?: number | undefined;
}

const embeddedDatabase = 'interlude';
const oldestMajor = 15;

type Address = Omit<DatabasePlace, 'major'>;

async function ensureDatabase(postgres: EmbeddedPostgres): Promise<Address> {
  const { host, port, user, server } = postgres;
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [
      embeddedDatabase,
    ]);
    if (found.rowCount === 0) {
      await client.query(`create database ${embeddedDatabase}`).catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : '';
        if (code !== '42P04' && code !== '23505') throw error; // another process was faster
      });
    }
  } finally {
    await client.end();
  }
  return {
    connection: { host, port, user, database: embeddedDatabase },
    ownUser: true,
    label: `embedded PostgreSQL (${host})`,
    embedded: true,
    server,
  };
}

/** Major version of the server. @throws {DomainError} DATABASE_UNAVAILABLE when it is too old */
export async function requireMajor(client: pg.ClientBase, label: string): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  const major = rows[0]?.version ?? 0;
  if (major >= oldestMajor) return major;
  throw domainError('DATABASE_UNAVAILABLE', {
    reason: `${label} is PostgreSQL ${major}, and ${oldestMajor} or newer is needed`,
  });
}

/** Applies the missing migrations; returns the major version of the server. */
async function prepareSchema(
  address: DatabaseAddress,
  options: Pick<PrepareOptions, 'logger' | 'waitMs'>,
): Promise<number> {
  const client = await connectWhenReady(address, options);
  try {
    const major = await requireMajor(client, address.label);
    await ensureRequestRole(client, address.ownUser);
    await migrate(client, options.logger);
    return major;
  } finally {
    await client.end();
  }
}

/** A running server; its schema has not been read. */
interface ReachedDatabase {
  readonly address: Address;
  /** As `stop` of `PreparedDatabase`. */
  stop(): Promise<void>;
}

/** Starts the embedded server, or takes that of DATABASE_URL, without reading the schema. */
export async function reachDatabase(options: PrepareOptions): Promise<ReachedDatabase> {
  if (options.databaseUrl !== undefined) {
    const address: Address = {
      ...externalAddress(options.databaseUrl),
      connection: { connectionString: options.databaseUrl },
      embedded: false,
    };
    return { address, stop: async () => undefined };
  }
  const server = await startEmbeddedPostgres(options);
  try {
    return { address: await ensureDatabase(server), stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Starts the server or waits for it, and applies missing migrations.
 * @throws {DomainError} DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE, CONFIG_INVALID
 * @see ADR 0006, ADR 0015, ADR 0034
 */
export async function prepareDatabase(options: PrepareOptions): Promise<PreparedDatabase> {
  const { address, stop } = await reachDatabase(options);
  try {
    const major = await prepareSchema(address, options);
    return { place: { ...address, major }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

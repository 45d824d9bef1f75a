/**
 * What one process does for all that use a database: it starts the embedded server, or waits for the one of
 * DATABASE_URL, and brings the schema up to date. The others get its place.
 */
import { domainError } from '@interlude/contract';
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

/** A database whose schema is up to date. Plain data, so that it can be sent to another process; has the password. */
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
  /** Of the embedded one. */
  readonly server?: RunningServer;
}

export { stopUnusedServer } from './embedded-postgres/supervisor.ts';

export interface PreparedDatabase {
  readonly place: DatabasePlace;
  /** Stops the embedded server when nobody uses it any more. Close all own connections first. */
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
  /** How long an external database may take to come up, milliseconds; 60,000 unless said. */
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

/** Brings the schema up to date; answers the major version of the server. */
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

/** A server that runs; nothing is known of what its database holds. */
interface ReachedDatabase {
  readonly address: Address;
  /** As of `PreparedDatabase`. */
  stop(): Promise<void>;
}

/** Starts the embedded server, or takes the one of DATABASE_URL, without a look at the schema. */
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
 * Starts or awaits the server and applies missing migrations.
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

/**
 * Access to the database: opens the embedded or an external PostgreSQL, brings its schema up to date, and
 * hands out transactions. Two pools: `system` (owner: identity, worker, stitcher) and `requests`, whose
 * role sees one tenant at a time.
 */
import { domainError } from '@interlude/contract';
import type { Clock, Logger, SecretKey } from '@interlude/runtime';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import {
  connectWhenReady,
  createKysely,
  createPool,
  type DatabaseAddress,
  externalAddress,
} from './connections.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/supervisor.ts';
import { createListener, type Subscription } from './listener.ts';
import { migrate } from './migrations/migrate.ts';
import { ensureRequestRole } from './migrations/request-role.ts';
import type { Schema } from './schema.ts';
import { readWithTenant, type SystemScope, type TenantScope, withTenant } from './scope.ts';
import { shipToTenants } from './tenants/ship-to-tenant.ts';

export interface DatabaseOptions {
  /** Unset = the embedded PostgreSQL in `dataFolder`. */
  readonly databaseUrl?: string | undefined;
  /** Absolute. */
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Seals what must not be readable in a dump; from `loadSecretKey`. */
  readonly secretKey: SecretKey;
  /** PG_BIN, for the embedded server: a folder with `initdb` and `postgres`. */
  readonly binFolder?: string | undefined;
  /** PG_RUN_AS, for the embedded server: the account to drop to when started by root. */
  readonly runAs?: string | undefined;
  /** How long an external database may take to come up, milliseconds; 60,000 unless said. */
  readonly waitMs?: number | undefined;
  /** Most connections of each pool. */
  readonly pools?: { readonly system: number; readonly requests: number };
}

export interface Database {
  /** All tenants, no limits: for identity, the worker and the stitcher. Never for a request's rows. */
  readonly system: Kysely<Schema>;
  /** True when the server is the embedded one. */
  readonly embedded: boolean;
  /** Host and name without a password. */
  readonly label: string;
  /** Major version of the server, such as 18. */
  readonly major: number;
  readonly clock: Clock;
  readonly secretKey: SecretKey;
  /** One transaction that sees one tenant. */
  forTenant<T>(tenantId: string, work: (scope: TenantScope) => Promise<T>): Promise<T>;
  /** Rows of each statement in one round trip and one transaction that sees one tenant; no parameters. */
  readTenant(tenantId: string, statements: readonly RawBuilder<unknown>[]): Promise<unknown[][]>;
  /** One transaction across tenants. */
  transaction<T>(work: (scope: SystemScope) => Promise<T>): Promise<T>;
  /** Payloads of a NOTIFY channel; the answer ends the subscription. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => void>;
  /** Resolves when both pools answer. For readiness checks. @throws {DomainError} NOT_READY */
  check(): Promise<void>;
  /** Waits for running transactions, closes all connections, stops the embedded server when unused. */
  stop(): Promise<void>;
}

const embeddedDatabase = 'interlude';

async function ensureDatabase(postgres: EmbeddedPostgres): Promise<DatabaseAddress> {
  const { host, port, user } = postgres;
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
  };
}

const oldestMajor = 15;

/** Brings the schema up to date; answers the major version of the server. */
async function prepareSchema(
  address: DatabaseAddress,
  options: Pick<DatabaseOptions, 'logger' | 'waitMs'>,
): Promise<number> {
  const client = await connectWhenReady(address, options);
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const major = rows[0]?.version ?? 0;
    if (major < oldestMajor) {
      throw domainError('DATABASE_UNAVAILABLE', {
        reason: `${address.label} is PostgreSQL ${major}, and ${oldestMajor} or newer is needed`,
      });
    }
    await ensureRequestRole(client, address.ownUser);
    await migrate(client, options.logger);
    return major;
  } finally {
    await client.end();
  }
}

async function connect(
  address: DatabaseAddress,
  options: DatabaseOptions,
  embedded: EmbeddedPostgres | undefined,
): Promise<Database> {
  const major = await prepareSchema(address, options);
  const database = openPools({ ...address, major }, options, embedded);
  try {
    await shipToTenants(database);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function openPools(
  address: DatabaseAddress & { readonly major: number },
  options: DatabaseOptions,
  embedded: EmbeddedPostgres | undefined,
): Database {
  const { logger, clock, secretKey } = options;
  const max = options.pools ?? { system: 6, requests: 10 };
  const system = createKysely(createPool(address, 'system', { max: max.system, logger }));
  const pool = createPool(address, 'requests', { max: max.requests, logger });
  const requests = createKysely(pool);
  const listener = createListener(address, logger);
  let stopping: Promise<void> | undefined;

  const stop = async () => {
    await listener.stop();
    await Promise.all([system.destroy(), requests.destroy()]);
    await embedded?.stop();
  };
  return {
    system,
    embedded: embedded !== undefined,
    label: address.label,
    major: address.major,
    clock,
    secretKey,
    forTenant: (tenantId, work) => withTenant(requests, { tenantId, clock, secretKey }, work),
    readTenant: (tenantId, statements) =>
      readWithTenant({ pool, db: requests }, tenantId, statements),
    transaction: (work) => system.transaction().execute((db) => work({ db, clock, secretKey })),
    listen: (channel, onPayload, onGap) => {
      const subscription: Subscription = { onPayload, onGap };
      return listener.listen(channel, subscription);
    },
    async check() {
      try {
        await Promise.all([sql`select 1`.execute(system), sql`select 1`.execute(requests)]);
      } catch (error) {
        throw domainError('NOT_READY', {}, error);
      }
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Opens the database and applies missing migrations.
 * @throws {DomainError} DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE, CONFIG_INVALID
 * @see ADR 0005, ADR 0006, ADR 0015
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const address = externalAddress(options.databaseUrl);
    return await connect(address, options, undefined);
  }
  const embedded = await startEmbeddedPostgres(options);
  try {
    const address = await ensureDatabase(embedded);
    return await connect(address, options, embedded);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

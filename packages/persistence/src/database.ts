/**
 * Access to the database: connections to the embedded or an external PostgreSQL, and transactions over them. Two pools:
 * `system` (owner: identity, worker, stitcher) and `requests`, whose role sees one tenant at a time.
 */
import { domainError } from '@interlude/contract/errors';
import type { Clock, SecretKey } from '@interlude/runtime';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { auditSetting } from './audit-log/audit-request.ts';
import { createPool } from './connections.ts';
import { createListener, type Subscription } from './listener.ts';
import { type DatabasePlace, type PrepareOptions, prepareDatabase } from './prepare-database.ts';
import type { Schema } from './schema.ts';
import { readWithTenant, type SystemScope, type TenantScope, withTenant } from './scope.ts';
import { shipToTenants } from './tenants/ship-to-tenant.ts';

export interface DatabaseOptions extends PrepareOptions {
  /** A database that another process has prepared and whose server it stops: only connections are opened. */
  readonly place?: DatabasePlace | undefined;
  readonly clock: Clock;
  /** Key that seals secrets in the database, so that a dump does not reveal them; from `loadSecretKey`. */
  readonly secretKey: SecretKey;
  /** Most connections of each pool. */
  readonly pools?: { readonly system: number; readonly requests: number };
}

export interface Database {
  /** Sees all tenants without limits: for identity, the worker and the stitcher, never for rows of a request. */
  readonly system: Kysely<Schema>;
  /** True when the server is the embedded one. */
  readonly embedded: boolean;
  /** Host and name without a password. */
  readonly label: string;
  /** Major version of the server, such as 18. */
  readonly major: number;
  readonly clock: Clock;
  readonly secretKey: SecretKey;
  /** Runs `work` in one transaction that sees one tenant. */
  forTenant<T>(tenantId: string, work: (scope: TenantScope) => Promise<T>): Promise<T>;
  /**
   * Rows of each statement, in one round trip and one transaction that sees one tenant; statements without parameters.
   */
  readTenant(tenantId: string, statements: readonly RawBuilder<unknown>[]): Promise<unknown[][]>;
  /** Runs `work` in one transaction across tenants. */
  transaction<T>(work: (scope: SystemScope) => Promise<T>): Promise<T>;
  /** Receives the payloads of a NOTIFY channel; the returned function ends the subscription. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => void>;
  /** Resolves when both pools answer; for readiness checks. @throws {DomainError} NOT_READY */
  check(): Promise<void>;
  /** Waits for running transactions, closes all connections, and stops the embedded server when no process uses it. */
  stop(): Promise<void>;
}

function createKysely(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Opens connections to a prepared database; `stopServer` runs after they are closed. */
async function connect(
  place: DatabasePlace,
  options: DatabaseOptions,
  stopServer: () => Promise<void>,
): Promise<Database> {
  const database = openPools(place, options, stopServer);
  try {
    await shipToTenants(database);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Kysely closes a pool only after it has used it; perhaps only `readWithTenant` has used this one. */
async function close(db: Kysely<Schema>, pool: pg.Pool): Promise<void> {
  await db.destroy();
  if (!pool.ending) await pool.end();
}

function openPools(
  address: DatabasePlace,
  options: DatabaseOptions,
  stopServer: () => Promise<void>,
): Database {
  const { logger, clock, secretKey } = options;
  const max = options.pools ?? { system: 6, requests: 10 };
  const systemPool = createPool(address, 'system', { max: max.system, logger });
  const system = createKysely(systemPool);
  const pool = createPool(address, 'requests', { max: max.requests, logger });
  const requests = createKysely(pool);
  const listener = createListener(address, logger);
  let stopping: Promise<void> | undefined;

  const stop = async () => {
    await listener.stop();
    await Promise.all([close(system, systemPool), close(requests, pool)]);
    await stopServer();
  };
  return {
    system,
    embedded: address.embedded,
    label: address.label,
    major: address.major,
    clock,
    secretKey,
    forTenant: (tenantId, work) => withTenant(requests, { tenantId, clock, secretKey }, work),
    readTenant: (tenantId, statements) =>
      readWithTenant({ pool, db: requests }, tenantId, statements),
    transaction: (work) =>
      system.transaction().execute(async (db) => {
        const audit = auditSetting();
        if (audit !== undefined)
          await sql`select set_config('app.audit', ${audit}, true)`.execute(db);
        return work({ db, clock, secretKey });
      }),
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
 * Opens the database at `place`; without a place that of the options, whose missing migrations are applied first.
 * @throws {DomainError} DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE, CONFIG_INVALID
 * @see ADR 0005, ADR 0006, ADR 0015
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.place !== undefined) return connect(options.place, options, async () => undefined);
  const { place, stop } = await prepareDatabase(options);
  return connect(place, options, stop);
}

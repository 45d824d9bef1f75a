/** Connections to PostgreSQL: their addresses, pools, and the wait until the server is up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import pg from 'pg';
import { requestRole } from './migrations/request-role.ts';

/** Address of a database. `ownUser`: the request role connects by itself (embedded server). */
export interface DatabaseAddress {
  readonly connection: pg.ClientConfig;
  readonly ownUser: boolean;
  /** Host, port and database, without a password, for logs and messages. */
  readonly label: string;
}

const statementTimeoutMs = 30_000;
/** Longest time for which a frozen process keeps the rows of its transaction locked. */
const idleInTransactionTimeoutMs = 20_000;
const connectTimeoutMs = 10_000;
const int8 = 20;

/** Parses int8 as a number: counters stay below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
};

/** @throws {DomainError} CONFIG_INVALID when DATABASE_URL is no postgres:// URL */
export function externalAddress(databaseUrl: string): DatabaseAddress {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw domainError('CONFIG_INVALID', {
      sentence: 'DATABASE_URL must look like postgres://user:password@host:5432/database.',
      variable: 'DATABASE_URL',
    });
  }
  return {
    connection: { connectionString: databaseUrl },
    ownUser: false,
    label: `${url.hostname || 'localhost'}${url.port === '' ? '' : `:${url.port}`}${url.pathname}`,
  };
}

/** A connection outside of the pools, e.g. for LISTEN or migrations. */
export function createConnection(
  address: DatabaseAddress,
  name: string,
  more: pg.ClientConfig = {},
): pg.Client {
  const client = new pg.Client({
    ...address.connection,
    ...more,
    types,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  client.on('error', () => undefined); // reported by 'end' too; without a listener it would end the process
  return client;
}

/**
 * A pool of the owner (`system`) or of the request role. A connection that the server closes is logged, dropped and
 * replaced.
 */
export function createPool(
  address: DatabaseAddress,
  kind: 'system' | 'requests',
  options: { readonly max: number; readonly logger: Logger },
): pg.Pool {
  const settings = [
    `-c statement_timeout=${statementTimeoutMs}`,
    `-c idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
    ...(kind === 'requests' && !address.ownUser ? [`-c role=${requestRole}`] : []),
  ];
  const pool = new pg.Pool({
    ...address.connection,
    ...(kind === 'requests' && address.ownUser && { user: requestRole }),
    types,
    max: options.max,
    options: settings.join(' '),
    application_name: `interlude-${kind}`,
    connectionTimeoutMillis: connectTimeoutMs,
    // Several processes of one machine have pools, so connections of a burst are closed soon.
    idleTimeoutMillis: 10_000,
  });
  pool.on('error', (error) => {
    options.logger.warn({ error, pool: kind }, 'the database closed an idle connection');
  });
  // While a connection is in use the pool does not listen for its errors; the running query rejects anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Errors that pass: no server listens yet, the name does not resolve yet, the server starts, or it is full. */
const passing = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
]);

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function sentence(error: unknown): string {
  if (error instanceof AggregateError) return sentence(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

const isPassing = (error: unknown) =>
  passing.has(codeOf(error)) || /timeout|terminated unexpectedly/.test(sentence(error));

/**
 * Connects. While the database is not up it retries after 250 ms to 2 s, and logs this every 5 s.
 * @param waitMs longest wait; 60 s when left out
 * @throws {DomainError} DATABASE_UNAVAILABLE: at once for a wrong password or name, else after `waitMs`
 */
export async function connectWhenReady(
  address: DatabaseAddress,
  options: { readonly logger: Logger; readonly waitMs?: number | undefined },
): Promise<pg.Client> {
  const { logger, waitMs = 60_000 } = options;
  const deadlineMs = Date.now() + waitMs;
  let saidAtMs = 0;
  let pauseMs = 250;
  for (;;) {
    const client = createConnection(address, 'interlude-start');
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const reason = `${address.label}: ${sentence(error)}`;
      if (!isPassing(error) || Date.now() + pauseMs > deadlineMs) {
        throw domainError('DATABASE_UNAVAILABLE', { reason }, error);
      }
      if (Date.now() - saidAtMs > 5_000) {
        logger.info({ database: address.label, reason }, 'waiting for the database');
        saidAtMs = Date.now();
      }
    }
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, 2_000);
  }
}

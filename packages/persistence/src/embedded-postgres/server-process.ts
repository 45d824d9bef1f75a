/** One PostgreSQL server: creates its data folder, starts it, queries it, stops it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import pg from 'pg';
import type { Account } from './account.ts';
import { type Binaries, program } from './binaries.ts';
import { livingPostmaster } from './liveness.ts';
import { makePrivateFolder } from './location.ts';
import { limitLogFile, readLogTail } from './log-file.ts';

const run = promisify(execFile);

export const databaseOwner = 'interlude_owner';
export const socketPort = 5432;

const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;
const lookAgainMs = 25;
/** Major version of PostgreSQL. */
const builtinLocalesSince = 17;
const progressEveryMs = 2_000;
/** Messages of a server whose killed predecessor still has its pid (a zombie) or its shared memory for a moment. */
const lingering = /already exists|pre-existing shared memory|is in use/;

export interface Installation {
  readonly account: Account;
  readonly binaries: Binaries;
  readonly pgFolder: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly maxConnections: number;
  /** False only for throw-away databases of tests: they may be lost in a power cut. */
  readonly durable: boolean;
  readonly logger: Logger;
}

const environment = () => ({ PATH: process.env['PATH'] ?? '', LC_ALL: 'C' });

/** A connection of the owner for maintenance. */
export function maintenanceClient(
  installation: Pick<Installation, 'socketFolder'>,
  name = 'interlude-maintenance',
) {
  return new pg.Client({
    host: installation.socketFolder,
    port: socketPort,
    user: databaseOwner,
    database: 'postgres',
    application_name: name,
    connectionTimeoutMillis: 2_000,
  });
}

async function answers(installation: Installation): Promise<boolean> {
  const client = maintenanceClient(installation);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Creates the data folder when there is none. It gets its name only when it is complete, so that an interrupted first
 * start leaves nothing that looks like a database.
 * @throws {DomainError} DATABASE_UNAVAILABLE when another major version has created it
 */
export async function makeCluster(installation: Installation): Promise<void> {
  const { account, binaries, pgFolder, logger } = installation;
  const versionFile = join(pgFolder, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = (await readFile(versionFile, 'utf8')).trim();
    if (version === String(binaries.major)) return;
    throw domainError('DATABASE_UNAVAILABLE', {
      reason: `the data in ${pgFolder} were made by PostgreSQL ${version}, and this is PostgreSQL ${binaries.major} (start the former version once and export them, or name its programs in PG_BIN)`,
    });
  }
  logger.info({ pgFolder }, 'making the database, a few seconds at the first start');
  const draft = `${pgFolder}.new`;
  await rm(draft, { recursive: true, force: true });
  await makePrivateFolder(draft, account);
  const settings = ['-A', 'trust', '-E', 'UTF8', '--no-locale', '--data-checksums'];
  // Letter case of all languages, order by code point, independent of the machine's locales.
  const unicode = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await run(
      program(binaries.folder, 'initdb'),
      [
        '-D',
        draft,
        '-U',
        databaseOwner,
        ...settings,
        ...(binaries.major >= builtinLocalesSince ? unicode : []),
        ...(installation.durable ? [] : ['--no-sync']),
      ],
      { ...account, env: environment() },
    );
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const reason = /effective user ID/.test(text)
      ? 'this user has no entry in /etc/passwd, which PostgreSQL needs'
      : `initdb failed: ${text.slice(-2_000).trim()}`;
    throw domainError('DATABASE_UNAVAILABLE', { reason }, error);
  }
  await rm(pgFolder, { recursive: true, force: true });
  await rename(draft, pgFolder);
}

/** Gives the reason why the server has ended; undefined while it runs. */
type Failure = () => string | undefined;

/** Listens from the start: a server with wrong settings ends at once. */
function watchFailure(child: ChildProcess): Failure {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure ??= `postgres exited with ${code ?? signal}`;
  });
  return () => failure;
}

async function spawnServer(installation: Installation): Promise<Failure> {
  const { account, binaries, pgFolder, socketFolder, logFile } = installation;
  const options = {
    listen_addresses: '',
    max_connections: String(installation.maxConnections),
    shared_buffers: '64MB',
    jit: 'off',
    ...(!installation.durable && { fsync: 'off', full_page_writes: 'off' }),
  };
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(
      program(binaries.folder, 'postgres'),
      [
        '-D',
        pgFolder,
        '-k',
        socketFolder,
        ...Object.entries(options).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      {
        ...account,
        detached: true,
        stdio: ['ignore', 'ignore', log.fd],
        env: environment(),
      },
    );
    child.unref();
    return watchFailure(child);
  } finally {
    await log.close();
  }
}

type Outcome = { kind: 'ready' } | { kind: 'failed'; log: string } | { kind: 'timeout' };

async function startServer(installation: Installation, deadlineMs: number): Promise<Outcome> {
  const { logFile, logger } = installation;
  await limitLogFile(logFile);
  // Readable by its owner only, because it contains statements with their values. The server inherits an open handle of
  // it.
  const log = await open(logFile, 'a', 0o600);
  await log.chmod(0o600);
  const { size } = await log.stat();
  await log.close();

  const failure = await spawnServer(installation);
  let progressAtMs = Date.now() + progressEveryMs;
  while (Date.now() < deadlineMs) {
    const failed = failure();
    if (failed !== undefined) {
      return { kind: 'failed', log: `${failed}: ${await readLogTail(logFile, size)}` };
    }
    if (await answers(installation)) return { kind: 'ready' };
    if (Date.now() > progressAtMs) {
      logger.info('the database is starting or recovering');
      progressAtMs += progressEveryMs;
    }
    await sleep(lookAgainMs);
  }
  return { kind: 'timeout' };
}

/** Pid of a server that already runs, once it answers; undefined when there is none. */
async function joinRunning(
  installation: Installation,
  deadlineMs: number,
): Promise<number | undefined> {
  const { pgFolder, logger } = installation;
  let waiting = false;
  while (Date.now() < deadlineMs) {
    const pid = await livingPostmaster(pgFolder);
    if (pid === undefined || (await answers(installation))) return pid;
    if (!waiting) logger.info({ pid }, 'waiting for the running database to answer');
    waiting = true;
    await sleep(100);
  }
  return undefined;
}

/**
 * Starts the server, or shares one that already runs.
 * @returns its pid and whether another process had started it
 * @throws {DomainError} DATABASE_UNAVAILABLE with the end of the server's log
 */
export async function ensureServer(
  installation: Installation,
): Promise<{ pid: number; reused: boolean }> {
  const deadlineMs = Date.now() + startTimeoutMs;
  let started = false;
  while (Date.now() < deadlineMs) {
    const pid = await joinRunning(installation, deadlineMs);
    if (pid !== undefined) return { pid, reused: !started };
    const outcome = await startServer(installation, deadlineMs);
    if (outcome.kind === 'failed' && !lingering.test(outcome.log)) {
      throw domainError('DATABASE_UNAVAILABLE', { reason: outcome.log });
    }
    started = outcome.kind === 'ready';
    if (!started) await sleep(100);
  }
  throw domainError('DATABASE_UNAVAILABLE', {
    reason: `the database in ${installation.pgFolder} did not answer within ${startTimeoutMs / 1_000} s; its log is ${installation.logFile}`,
  });
}

/** Number of client connections of all processes, without this one; 0 when the server does not answer. */
async function countClients(installation: Pick<Installation, 'socketFolder'>): Promise<number> {
  const client = maintenanceClient(installation);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ clients: number }>(
      `select count(*)::int as clients from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.clients ?? 0;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Stops the server unless another process uses it. Call it with the start lock held and all own connections closed.
 * @param waitMs time for connections that have just ended to disappear from `pg_stat_activity`
 */
export async function stopServerWhenUnused(
  installation: Pick<Installation, 'pgFolder' | 'socketFolder' | 'logger'>,
  waitMs = 50,
): Promise<boolean> {
  const { pgFolder, logger } = installation;
  const pid = await livingPostmaster(pgFolder);
  if (pid === undefined) return true;
  const waitUntilMs = Date.now() + waitMs;
  while ((await countClients(installation)) > 0) {
    if (Date.now() >= waitUntilMs) return false;
    await sleep(lookAgainMs);
  }
  try {
    process.kill(pid, 'SIGINT'); // fast shutdown: rolls back, writes a checkpoint, ends
  } catch {
    return true;
  }
  const deadlineMs = Date.now() + stopTimeoutMs;
  while ((await livingPostmaster(pgFolder)) === pid) {
    if (Date.now() > deadlineMs) {
      logger.warn({ pid }, 'the database has not stopped yet and is left alone');
      return false;
    }
    await sleep(lookAgainMs);
  }
  return true;
}

/** Creates a folder unless it exists. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw domainError('DATA_FOLDER_UNWRITABLE', { folder, reason }, error);
  }
}

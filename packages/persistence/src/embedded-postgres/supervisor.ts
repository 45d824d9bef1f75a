/**
 * Runs a real PostgreSQL for one data folder. Several processes may share the folder: the first one starts the server,
 * the last one stops it. The server is detached: it survives a killed application, and the next start finds it, unless
 * roles that the application left behind stop it first (ADR 0034). A server that dies while the application runs is
 * started again. It has no password and no TCP port, only a Unix socket in a folder of mode 0700.
 */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@interlude/runtime';
import type pg from 'pg';
import { databaseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { databaseHome, socketFolder } from './location.ts';
import { limitLogFile, maxLogBytes } from './log-file.ts';
import {
  databaseOwner,
  ensureServer,
  type Installation,
  maintenanceClient,
  makeCluster,
  makeFolder,
  socketPort,
  stopServerWhenUnused,
} from './server-process.ts';
import { withStartLock } from './start-lock.ts';

const logCheckEveryMs = 60_000;
/** Patience with connections of killed processes, which a busy machine may still be closing. */
const abandonedPatienceMs = 2_000;
const restartPauseMs = { first: 100, most: 5_000 };

export interface EmbeddedPostgresOptions {
  /** Absolute folder; created when missing. */
  readonly dataFolder: string;
  readonly logger: Logger;
  /** PG_BIN: use the `initdb` and `postgres` of this folder. */
  readonly binFolder?: string | undefined;
  /** PG_RUN_AS: the account to drop to when started by root. */
  readonly runAs?: string | undefined;
  /** Most connections of the server; left out: 100. */
  readonly maxConnections?: number;
  /** False only for throw-away databases of tests. */
  readonly durable?: boolean;
  /** Folder of the database when its account cannot reach the data folder. */
  readonly fallbackFolder?: string;
  /** Size at which the server's log is truncated, bytes. */
  readonly maxLogBytes?: number;
  /** The unpacked npm package; left out: the one in node_modules. */
  readonly packageFolder?: string;
}

/** A running server, for another process that may have to stop it. Plain data. */
export interface RunningServer {
  readonly pgFolder: string;
  readonly socketFolder: string;
  readonly lockFile: string;
}

export interface EmbeddedPostgres {
  /** Folder of the Unix socket; node-postgres takes it as host. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Pid of the server when it was started or found. */
  readonly pid: number;
  /** True when another process had started it. */
  readonly reused: boolean;
  readonly logFile: string;
  readonly server: RunningServer;
  /** Stops the server when no other process uses it. Close all own connections first. */
  stop(): Promise<void>;
}

async function prepare(options: EmbeddedPostgresOptions): Promise<Installation> {
  const { logger, dataFolder } = options;
  const account = await databaseAccount(options.runAs);
  const home = await databaseHome({
    dataFolder,
    account,
    logger,
    fallbackFolder: options.fallbackFolder,
  });
  const installation: Installation = {
    account,
    binaries: await findBinaries({
      account,
      home,
      logger,
      folder: options.binFolder,
      packageFolder: options.packageFolder,
    }),
    pgFolder: join(home, 'pg'),
    socketFolder: await socketFolder(home, account),
    logFile: join(dataFolder, 'postgres.log'),
    maxConnections: options.maxConnections ?? 100,
    durable: options.durable ?? true,
    logger,
  };
  await makeCluster(installation);
  return installation;
}

/**
 * Holds one connection, by which other processes see that the server is in use, and this one sees that the server has
 * ended.
 */
async function holdPresence(installation: Installation, onLost: () => void): Promise<pg.Client> {
  const client = maintenanceClient(installation, 'interlude-presence');
  client.on('error', () => undefined);
  await client.connect();
  client.once('end', onLost);
  return client;
}

/** Without a lock when the folder, and the lock in it, were removed. */
async function underLock(lockFile: string, work: () => Promise<void>): Promise<void> {
  await (existsSync(dirname(lockFile)) ? withStartLock(lockFile, work) : work());
}

/**
 * Stops the server of a killed process, unless another process uses it. Close all own connections first.
 * @see ADR 0034
 */
export async function stopUnusedServer(server: RunningServer, logger: Logger): Promise<void> {
  const { pgFolder, socketFolder, lockFile } = server;
  await underLock(lockFile, async () => {
    const installation = { pgFolder, socketFolder, logger };
    const stopped = await stopServerWhenUnused(installation, abandonedPatienceMs);
    logger.debug({ stopped }, 'left the database of a process that is gone');
  });
}

/**
 * Starts the PostgreSQL server of a data folder, or connects to the one that runs.
 * @throws {DomainError} DATABASE_UNAVAILABLE, DATA_FOLDER_UNWRITABLE
 * @see ADR 0006
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { logger } = options;
  await makeFolder(options.dataFolder);
  // The real path: other processes find the running server by the path of its folder.
  const dataFolder = await realpath(options.dataFolder);
  const lockFile = join(dataFolder, 'start.lock');
  let stopping = false;
  let presence: pg.Client | undefined;

  const joinServer = async (installation: Installation) => {
    const server = await ensureServer(installation);
    presence = await holdPresence(installation, () => {
      presence = undefined;
      if (!stopping) restarting = restart(installation);
    });
    return server;
  };

  const restart = async (installation: Installation) => {
    let pauseMs = restartPauseMs.first;
    while (!stopping && existsSync(join(installation.pgFolder, 'PG_VERSION'))) {
      logger.warn('the database has gone away and is started again');
      try {
        const server = await withStartLock(lockFile, () => joinServer(installation));
        logger.info({ pid: server.pid }, 'the database is back');
        return;
      } catch (error) {
        logger.error({ error }, 'the database could not be started again');
      }
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, restartPauseMs.most);
    }
  };

  let restarting: Promise<void> = Promise.resolve();
  const { installation, server } = await withStartLock(
    lockFile,
    async () => {
      const prepared = await prepare({ ...options, dataFolder });
      return { installation: prepared, server: await joinServer(prepared) };
    },
    () =>
      logger.info({ lockFile }, 'waiting for another process that starts or stops the database'),
  );
  const logCheck = setInterval(() => {
    limitLogFile(installation.logFile, options.maxLogBytes ?? maxLogBytes).catch((error) =>
      logger.warn({ error }, 'the log of the database could not be cut'),
    );
  }, logCheckEveryMs);
  logCheck.unref();

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    clearInterval(logCheck);
    await restarting;
    await underLock(lockFile, async () => {
      await presence?.end().catch(() => undefined);
      const stopped = await stopServerWhenUnused(installation);
      logger.debug({ stopped }, 'left the database');
    });
  };

  return {
    host: installation.socketFolder,
    port: socketPort,
    user: databaseOwner,
    pid: server.pid,
    reused: server.reused,
    logFile: installation.logFile,
    server: {
      pgFolder: installation.pgFolder,
      socketFolder: installation.socketFolder,
      lockFile,
    },
    stop,
  };
}

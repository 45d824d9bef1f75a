/**
 * Starts any set of roles in this process, in order, and stops them backwards. What fails on the way is
 * undone before the error is passed on.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@interlude/persistence';
import {
  type Clock,
  type Config,
  createEgress,
  createLogger,
  createMetrics,
  type Logger,
  loadSecretKey,
  parseConfig,
  type Role,
  type RoleName,
  systemClock,
} from '@interlude/runtime';
import { type FirstAdmin, labAddress } from './banner.ts';
import { buildConsole, isConsoleStale } from './console-build.ts';
import { prepareDataFolder } from './data-folder.ts';
import { followEgressGrants } from './egress-grants.ts';
import { prepareFirstStart } from './first-start.ts';
import { checkPorts, withFreePorts } from './ports.ts';
import { logProgress, type Progress } from './progress.ts';
import { buildRole, needsDatabase, type PlatformParts, roleAddress, startOrder } from './roles.ts';
import type { Terminal } from './terminal.ts';

export interface PlatformOptions {
  /** A port of 0 becomes a free one. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative folders of the environment are taken from here. */
  readonly cwd: string;
  readonly roles: readonly RoleName[];
  /** Shows steps and log lines to a person; unset = JSON lines on standard output. */
  readonly terminal?: Terminal | undefined;
  /** Writes to its own place instead. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** False when something else serves the console: it is not built then. Default true. */
  readonly servesBuiltConsole?: boolean;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal;
  /** Called when the start fails after the SuperAdmin was made: the password is known to nobody else. */
  readonly onFirstAdminLost?: (admin: FirstAdmin) => void;
}

export interface Platform {
  readonly config: Config;
  readonly roles: readonly RoleName[];
  readonly logger: Logger;
  /** Set when a control plane runs here. */
  readonly admin: FirstAdmin | undefined;
  /** How long the start took. */
  readonly seconds: number;
  /** Finishes what runs and frees everything; safe to call twice. */
  stop(): Promise<void>;
}

/** How long a start waits for a database of DATABASE_URL that is not there yet. */
const DATABASE_WAIT_MS = 20_000;

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function productVersion(): Promise<string> {
  const text = await readFile(`${root}package.json`, 'utf8');
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? '0.0.0';
}

type Undo = { readonly what: string; readonly run: () => Promise<void> };

/** Runs the steps backwards; a failing one does not keep the others from running. */
function undoAll(undos: Undo[], logger: Logger): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (const { what, run: undo } of undos.reverse()) {
      try {
        await undo();
        logger.info({ what }, 'stopped');
      } catch (error) {
        logger.error({ what, err: error }, 'stopping failed');
      }
    }
  };
  return () => {
    running ??= run();
    return running;
  };
}

/** What every step of a start is given. */
interface Starting {
  readonly options: PlatformOptions;
  readonly roles: readonly RoleName[];
  readonly parts: Omit<PlatformParts, 'database' | 'version'>;
  readonly undos: Undo[];
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

function openData({ parts, progress }: Starting): Promise<Database> {
  const { config, logger, clock } = parts;
  const { databaseUrl, dataFolder, pgBin, pgRunAs } = config;
  const step = {
    doing: databaseUrl === undefined ? 'starting PostgreSQL' : 'connecting to PostgreSQL',
    done: ({ major, embedded, label }: Database) =>
      embedded ? `PostgreSQL ${major} ready` : `PostgreSQL ${major} ready: ${label}`,
  };
  return progress.step(step, async () =>
    openDatabase({
      databaseUrl,
      dataFolder,
      binFolder: pgBin,
      runAs: pgRunAs,
      waitMs: DATABASE_WAIT_MS,
      secretKey: await loadSecretKey(config),
      logger: logger.child({ role: 'database' }),
      clock,
    }),
  );
}

async function freshConsole({ options, progress, signal }: Starting): Promise<void> {
  if (options.servesBuiltConsole === false) return;
  if (!(await isConsoleStale(root))) return;
  const step = { doing: 'building the console', done: () => 'console built' };
  await progress.step(step, () => buildConsole(root, signal));
}

/** Database and console side by side, then the first tenant: what the roles need. */
async function prepareData(starting: Starting) {
  const { roles, undos, signal } = starting;
  const { config, logger } = starting.parts;
  let database: Database | undefined;
  const dataWork = async (): Promise<void> => {
    if (!needsDatabase(roles)) return;
    const open = await openData(starting);
    database = open;
    undos.push({ what: 'database', run: () => open.stop() });
  };
  const hasConsole = roles.includes('control-plane');
  const results = await Promise.allSettled([
    dataWork(),
    hasConsole ? freshConsole(starting) : undefined,
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  signal.throwIfAborted();
  const admin =
    hasConsole && database !== undefined
      ? await prepareFirstStart({ config, database, logger })
      : undefined;
  return { database, admin };
}

async function startRoles(starting: Starting, database: Database | undefined): Promise<void> {
  const { roles, undos, signal, progress } = starting;
  const parts: PlatformParts = {
    ...starting.parts,
    version: await productVersion(),
    database: () => {
      if (database === undefined) throw new TypeError('this role needs a database');
      return database;
    },
  };
  for (const name of startOrder.filter((candidate) => roles.includes(candidate))) {
    signal.throwIfAborted();
    const address = roleAddress(name, parts.config);
    const done = () => (address === undefined ? `${name} ready` : `${name} ready at ${address}`);
    await progress.step({ doing: `starting the ${name}`, done }, async () => {
      const role: Role = await buildRole(name, parts);
      undos.push({ what: name, run: () => role.stop() });
      await role.start();
    });
  }
}

/** Host and port of an address, as `EGRESS_ALLOW` writes them. */
function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** The lab of the demo, which may run in another process of this machine. */
function labHosts({ demo, labPort }: Config): string[] {
  return demo ? ['127.0.0.1', 'localhost'].map((host) => `${host}:${labPort}`) : [];
}

/** @throws {DomainError} CONFIG_INVALID, PORT_IN_USE, DATA_FOLDER_UNWRITABLE, DATABASE_UNAVAILABLE */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const startedAt = performance.now();
  const signal = options.signal ?? new AbortController().signal;
  const config = parseConfig(await withFreePorts(options.env), options.cwd);
  // INTERLUDE_DEMO=off takes the lab out of "every role"; named by --roles it still starts
  const roles = options.roles.filter(
    (role) => role !== 'lab' || config.demo || options.roles.length === 1,
  );
  const logger =
    options.logger ??
    createLogger({
      name: 'interlude',
      level: config.logLevel,
      ...(options.terminal === undefined ? {} : { stream: options.terminal.log }),
    });
  const progress = options.terminal ?? logProgress(logger);
  await prepareDataFolder(config.dataFolder);
  await checkPorts(config, roles);

  const egress = createEgress({
    // A linear playlist is the source of a channel: what is public of this installation may be read by all.
    allow: [hostOf(config.stitcherPublicUrl)],
    offer: [...config.egressAllow, ...labHosts(config)],
    ...{ logger, userAgent: 'Interlude' },
  });
  const undos: Undo[] = [{ what: 'outbound connections', run: () => egress.close() }];
  const stop = undoAll(undos, logger);
  const parts = {
    config,
    logger,
    egress,
    metrics: createMetrics({ processMetrics: true }),
    clock: options.clock ?? systemClock,
    consoleFolder: `${root}apps/console/dist`,
  };
  const starting: Starting = { options, roles, parts, undos, signal, progress };
  let admin: FirstAdmin | undefined;
  try {
    const data = await prepareData(starting);
    admin = data.admin;
    if (data.database !== undefined) {
      const { database } = data;
      const end = await followEgressGrants(database, { egress, logger });
      undos.push({ what: 'egress grants', run: async () => end() });
    }
    await startRoles(starting, data.database);
    signal.throwIfAborted();
  } catch (error) {
    if (admin?.newPassword !== undefined) options.onFirstAdminLost?.(admin);
    await stop();
    throw error;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  logger.info(
    {
      roles,
      console: config.publicUrl,
      stitcher: config.stitcherPublicUrl,
      lab: labAddress(config),
      seconds,
    },
    'interlude is ready',
  );
  return { config, roles, logger, admin, seconds, stop };
}

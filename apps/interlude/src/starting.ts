/** Arguments of every step of a start, whether roles share a process or have one each. */
import { fileURLToPath } from 'node:url';
import type { Clock, Config, Logger, RoleName } from '@interlude/runtime';
import { buildConsole, isConsoleStale } from './console-build.ts';
import type { FirstAdmin } from './terminal/banner.ts';
import type { Progress } from './terminal/progress.ts';
import type { Undo } from './undo.ts';

export interface Starting {
  readonly config: Config;
  /** The environment with the ports that were chosen. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative folders of the environment are taken from here. */
  readonly cwd: string;
  readonly roles: readonly RoleName[];
  readonly logger: Logger;
  /** Writes a log line of another process, with its line feed. */
  readonly writeLine: (line: string) => void;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Undo steps of the parts started so far; run in reverse order. */
  readonly undos: Undo[];
  readonly version: string;
  readonly servesBuiltConsole: boolean;
  readonly onFirstAdmin: (admin: FirstAdmin) => void;
}

/** How long a start waits for a database of DATABASE_URL that is not there yet. */
const DATABASE_WAIT_MS = 20_000;

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Of the embedded database, or of that of DATABASE_URL. */
export function databaseOptions({ config, logger }: Starting) {
  const { databaseUrl, dataFolder, pgBin, pgRunAs } = config;
  return {
    databaseUrl,
    dataFolder,
    binFolder: pgBin,
    runAs: pgRunAs,
    waitMs: DATABASE_WAIT_MS,
    logger: logger.child({ role: 'database' }),
  };
}

interface ReadyDatabase {
  readonly major: number;
  readonly embedded: boolean;
  readonly label: string;
}

/** The step that a person sees. */
export function databaseStep({ config }: Starting) {
  return {
    doing: config.databaseUrl === undefined ? 'starting PostgreSQL' : 'connecting to PostgreSQL',
    done: ({ major, embedded, label }: ReadyDatabase) =>
      embedded ? `PostgreSQL ${major} ready` : `PostgreSQL ${major} ready: ${label}`,
  };
}

async function freshConsole({ roles, servesBuiltConsole, progress, signal }: Starting) {
  if (!servesBuiltConsole || !roles.includes('control-plane')) return;
  if (!(await isConsoleStale(root))) return;
  const step = { doing: 'building the console', done: () => 'console built' };
  await progress.step(step, () => buildConsole(root, signal));
}

/** The database and the console, side by side; both have ended when this rejects. */
export async function prepareData(
  starting: Starting,
  prepareDatabase: () => Promise<void>,
): Promise<void> {
  const results = await Promise.allSettled([prepareDatabase(), freshConsole(starting)]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  starting.signal.throwIfAborted();
}

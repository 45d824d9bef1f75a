/**
 * Starts any set of roles in order, each in a process of its own or all in this one, and stops them in reverse order. A
 * failed start stops the parts started so far before it rejects.
 */
import { readFile } from 'node:fs/promises';
import type { Clock, Config, Logger, RoleName } from '@interlude/runtime';
import { createLogger, parseConfig, systemClock } from '@interlude/runtime/launch';
import { prepareDataFolder } from './data-folder.ts';
import { checkPorts, withFreePorts } from './ports.ts';
import { root, type Starting } from './starting.ts';
import { type FirstAdmin, labAddress } from './terminal/banner.ts';
import { logProgress } from './terminal/progress.ts';
import type { Terminal } from './terminal/terminal.ts';
import { type Undo, undoAll } from './undo.ts';

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
  /** Of roles in this process. */
  readonly clock?: Clock;
  /** False when something else serves the console: it is not built then. Default true. */
  readonly servesBuiltConsole?: boolean;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal;
  /** Called when the start fails after the SuperAdmin was made: its password is shown nowhere else. */
  readonly onFirstAdminLost?: (admin: FirstAdmin) => void;
}

export interface Platform {
  readonly config: Config;
  readonly roles: readonly RoleName[];
  readonly logger: Logger;
  /** Set when a control plane runs. */
  readonly admin: FirstAdmin | undefined;
  /** How long the start took. */
  readonly seconds: number;
  /** Finishes running work and frees everything; may be called twice. */
  stop(): Promise<void>;
}

async function productVersion(): Promise<string> {
  const text = await readFile(`${root}package.json`, 'utf8');
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? '0.0.0';
}

/** A role that was named alone has a process of its own already. */
function areHere(config: Config, roles: readonly RoleName[]): boolean {
  return config.processes === 'one' || roles.length === 1;
}

/** @throws {DomainError} CONFIG_INVALID, PORT_IN_USE, DATA_FOLDER_UNWRITABLE, DATABASE_UNAVAILABLE */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const startedAt = performance.now();
  const { terminal } = options;
  const env = await withFreePorts(options.env);
  const config = parseConfig(env, options.cwd);
  // INTERLUDE_DEMO=off removes the lab from "every role"; named by --roles it still starts
  const roles = options.roles.filter(
    (role) => role !== 'lab' || config.demo || options.roles.length === 1,
  );
  const logger =
    options.logger ??
    createLogger({
      name: 'interlude',
      level: config.logLevel,
      ...(terminal === undefined ? {} : { stream: terminal.log }),
    });
  await prepareDataFolder(config.dataFolder);
  await checkPorts(config, roles);

  const undos: Undo[] = [];
  const stop = undoAll(undos, logger);
  let admin: FirstAdmin | undefined;
  const starting: Starting = {
    ...{ config, env, cwd: options.cwd, roles, logger, undos },
    writeLine: (line) =>
      terminal === undefined ? process.stdout.write(line) : terminal.log.write(line),
    clock: options.clock ?? systemClock,
    progress: terminal ?? logProgress(logger),
    signal: options.signal ?? new AbortController().signal,
    version: await productVersion(),
    servesBuiltConsole: options.servesBuiltConsole ?? true,
    onFirstAdmin: (made) => {
      // a restarted control plane does not report the new password again
      admin ??= made;
    },
  };
  try {
    // loaded on demand: the launcher of processes loads no role
    if (areHere(config, roles)) await (await import('./start-here.ts')).startHere(starting);
    else await (await import('./processes/start-processes.ts')).startProcesses(starting);
    starting.signal.throwIfAborted();
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

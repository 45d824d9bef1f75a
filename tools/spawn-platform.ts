/** Starts the launcher as a process of its own on free ports, as a user would, and waits until it is ready. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { processTree } from './bench/process-figures.ts';
import { root } from './root.ts';
import { toolEnvironment } from './run-command.ts';

export interface SpawnOptions {
  readonly dataFolder: string;
  /** Of the sources; default these. */
  readonly sources?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of the launcher. */
  readonly args?: readonly string[];
  /** Default two minutes: a first start builds the console. */
  readonly timeoutMs?: number;
  /** Every line of standard output. */
  readonly onLine?: (line: string) => void;
  /** Of its processes, as of `nice`: 0 by default, 19 is the lowest. */
  readonly priority?: number;
}

export interface SpawnedPlatform {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly consoleUrl: string;
  readonly stitcherUrl: string;
  readonly labUrl: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** Milliseconds from the spawn to the line that reports it ready. */
  readonly readyMs: number;
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>;
}

/** Satisfies the password rule; each spawned platform has a data folder of its own. */
export const spawnedPassword = 'Spawned-Platform-1!';

const readyLine = z.object({
  msg: z.literal('interlude is ready'),
  console: z.string(),
  stitcher: z.string(),
  lab: z.string(),
});

export function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

const spawned = new Set<ChildProcess>();

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

/**
 * Kills the spawned processes that still run, with their roles and databases: for tests that failed half-way. Roles
 * that outlived their launcher would write into a folder that is being removed.
 */
export async function endSpawned(): Promise<void> {
  await Promise.all(
    [...spawned].map(async (child) => {
      const tree = child.pid === undefined ? [] : await processTree(child.pid);
      for (const pid of tree) killHard(pid);
      return exitCode(child);
    }),
  );
}

/** The lab's media are encoded once for all runs of one installation. */
export const labMediaFolder = join(root, 'node_modules', '.cache', 'interlude-lab');

/** Spawns the launcher's process without waiting for it. */
export function spawnLauncher(options: SpawnOptions): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=16',
      '--conditions=@interlude/source',
      'apps/interlude/src/main.ts',
      ...(options.args ?? []),
    ],
    {
      cwd: options.sources ?? root,
      env: toolEnvironment({
        PORT: '0',
        STITCHER_PORT: '0',
        LAB_PORT: '0',
        INTERLUDE_DATA: options.dataFolder,
        INTERLUDE_ADMIN_PASSWORD: spawnedPassword,
        LAB_MEDIA_FOLDER: labMediaFolder,
        ...options.env,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  spawned.add(child);
  child.once('exit', () => spawned.delete(child));
  const { priority } = options;
  // Before it has threads and children, which inherit it.
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
  return child;
}

function parseReady(line: string): z.output<typeof readyLine> | undefined {
  try {
    return readyLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** @throws Error with the output of the launcher, when it ends or is not ready in time */
export async function spawnPlatform(options: SpawnOptions): Promise<SpawnedPlatform> {
  const startedAt = performance.now();
  const child = spawnLauncher(options);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-4_000);
  });
  const timeoutMs = options.timeoutMs ?? 120_000;
  const ready = await new Promise<z.output<typeof readyLine>>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`not ready within ${timeoutMs} ms: ${said}`));
    }, timeoutMs);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    child.once('error', reject);
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      options.onLine?.(line);
      const found = parseReady(line);
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  return {
    child,
    pid: child.pid ?? 0,
    consoleUrl: ready.console,
    stitcherUrl: ready.stitcher,
    labUrl: ready.lab,
    adminEmail: options.env?.['INTERLUDE_ADMIN_EMAIL'] ?? 'admin@interlude.local',
    adminPassword: options.env?.['INTERLUDE_ADMIN_PASSWORD'] ?? spawnedPassword,
    readyMs: performance.now() - startedAt,
    stop: () => {
      child.kill('SIGTERM');
      return exitCode(child);
    },
  };
}

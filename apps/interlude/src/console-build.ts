/**
 * Builds the console when its sources are newer than its last build, and keeps the result. The build is written to a
 * folder beside and swapped in when it is complete: a failed or killed build leaves the old one.
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { domainError } from '@interlude/contract/errors';

/** Sources of the built files, from the project's root. */
const sources = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'apps/console/entry-sizes.config.ts',
  'apps/console/page-files.config.ts',
  'apps/console/page-preloads.config.ts',
  'apps/console/routes-without-schemas.config.ts',
  'apps/console/package.json',
  'packages/contract/src',
  'packages/reporting/src',
  'package-lock.json',
];
const CONSOLE = 'apps/console';
const TIMEOUT_MS = 180_000;
/** As much of the builder's output as an error message shows. */
const OUTPUT_CHARACTERS = 600;

/** The newest change at or below a path, epoch ms; 0 when the path does not exist. Tests are not sources. */
async function newestChangeMs(path: string): Promise<number> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) return 0;
  if (!status.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : status.mtimeMs;
  const entries = await readdir(path);
  const changes = await Promise.all(entries.map((entry) => newestChangeMs(join(path, entry))));
  return Math.max(0, ...changes);
}

/** True when the console must be built before it can be served. */
export async function isConsoleStale(root: string): Promise<boolean> {
  const built = await newestChangeMs(join(root, CONSOLE, 'dist', 'index.html'));
  if (built === 0) return true;
  const changes = await Promise.all(sources.map((source) => newestChangeMs(join(root, source))));
  return Math.max(...changes) > built;
}

function buildProblem(reason: string): Error {
  return domainError('CONFIG_INVALID', {
    sentence: `The console cannot be built: ${reason}. \`npm ci\` repairs an incomplete installation.`,
  });
}

function viteBinary(root: string): string {
  try {
    const packageFile = createRequire(join(root, CONSOLE, 'package.json')).resolve(
      'vite/package.json',
    );
    return join(dirname(packageFile), 'bin', 'vite.js');
  } catch {
    throw buildProblem('vite is not installed');
  }
}

/** Runs vite in a process of its own: its memory is given back when it is done. */
async function runVite(root: string, target: string, signal: AbortSignal): Promise<void> {
  const args = [
    viteBinary(root),
    'build',
    '--outDir',
    target,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const child = spawn(process.execPath, args, {
    cwd: join(root, CONSOLE),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-OUTPUT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0)
    throw buildProblem(output.replace(/\s+/g, ' ').trim() || `vite ended with ${code}`);
}

/** Replaces the folder that is served. When two processes do this at once, one of them wins. */
async function swapIn(built: string, dist: string): Promise<void> {
  const old = `${built}-old`;
  await rename(dist, old).catch(() => undefined);
  await rename(built, dist);
  await rm(old, { recursive: true, force: true });
}

/** @throws {DomainError} CONFIG_INVALID with the last output of the builder */
export async function buildConsole(root: string, signal: AbortSignal): Promise<void> {
  const scratch = join(root, CONSOLE, 'node_modules');
  const target = join(scratch, `.console-build-${process.pid}`);
  try {
    await mkdir(scratch, { recursive: true });
    await runVite(root, target, signal);
    await swapIn(target, join(root, CONSOLE, 'dist'));
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EACCES' || code === 'EROFS') {
      throw buildProblem(`this user may not write to ${join(root, CONSOLE)}`);
    }
    throw error;
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

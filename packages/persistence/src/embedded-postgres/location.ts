/**
 * Location of the embedded database: the data folder, unless the server's account cannot reach that (a clone below
 * /root, say). Then it is below /var/lib/interlude, and the file `database-location` in the data folder contains its
 * path.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import type { Account } from './account.ts';

/** A Unix socket path may have 107 bytes; `/.s.PGSQL.5432.lock` needs 19 of them. */
const maxSocketFolderBytes = 80;
export const defaultFallbackFolder = '/var/lib/interlude';

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Whether the account may traverse `folder` and all folders above it, by their mode bits. */
export async function canReach(folder: string, account: Account): Promise<boolean> {
  if (account.uid === undefined) return true;
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const others = gid === account.gid ? 0o010 : 0o001;
    if ((mode & (uid === account.uid ? 0o100 : others)) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/**
 * Folder that contains `pg`, `run` and `pgdist`. The data folder belongs to the platform and is opened for traversal
 * (o+x); folders above it are not changed.
 */
export async function databaseHome(options: {
  readonly dataFolder: string;
  readonly account: Account;
  readonly logger: Logger;
  readonly fallbackFolder?: string | undefined;
}): Promise<string> {
  const { dataFolder, account, logger } = options;
  const pointer = join(dataFolder, 'database-location');
  const known = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (known !== '') return known;
  if (account.uid === undefined || existsSync(join(dataFolder, 'pg'))) return dataFolder;

  const { mode, uid } = await stat(dataFolder);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) await chmod(dataFolder, mode | 0o011);
  if (await canReach(dataFolder, account)) return dataFolder;

  const home = join(options.fallbackFolder ?? defaultFallbackFolder, shortHash(dataFolder));
  await mkdir(home, { recursive: true, mode: 0o755 });
  await writeFile(pointer, `${home}\n`);
  logger.warn(
    { dataFolder, home },
    'the account of the database cannot reach the data folder: the database is kept elsewhere',
  );
  return home;
}

/** Creates a folder of mode 0700 that belongs to the account. */
export async function makePrivateFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(folder, account.uid, account.gid);
  }
}

/**
 * Folder of the server's Unix socket, created when missing: `<home>/run`, or a short path in the temporary folder of
 * the system when that one would be too long.
 * @throws {DomainError} DATABASE_UNAVAILABLE when the short one belongs to another user
 */
export async function socketFolder(home: string, account: Account): Promise<string> {
  const usual = join(home, 'run');
  if (Buffer.byteLength(usual) <= maxSocketFolderBytes) {
    await makePrivateFolder(usual, account);
    return usual;
  }
  const short = join(tmpdir(), `interlude-${shortHash(home)}`);
  const owner = account.uid ?? process.getuid?.();
  const found = await lstat(short).catch(() => undefined);
  if (found !== undefined && (!found.isDirectory() || (found.uid !== owner && found.uid !== 0))) {
    throw domainError('DATABASE_UNAVAILABLE', {
      reason: `${short}, where its socket would be, belongs to somebody else (use a shorter data folder)`,
    });
  }
  await makePrivateFolder(short, account);
  return short;
}

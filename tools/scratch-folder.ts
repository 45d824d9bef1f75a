/**
 * Folder of the tests' data folders and databases: in memory where there is room, else in the system's folder. A test
 * file has a database of its own, 900 files; an ext4 without a journal, as virtual machines have it, searches all
 * inodes that were removed in the last seconds for each of them: 900 ms for a database that takes 50 ms in memory.
 */
import { chmod, mkdir, statfs } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that have to be free; the short tests use 1 GiB at most. */
const ROOM = 4 * 2 ** 30;

async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  // A container may have less memory than its file systems say.
  return found ? Math.min(found.bavail * found.bsize, process.availableMemory()) : 0;
}

/** Makes the folder the TMPDIR of this process and of those that it starts, unless a TMPDIR was given. */
export async function useScratchFolder(): Promise<string> {
  if (process.env['TMPDIR'] === undefined && (await freeBytes(MEMORY)) >= ROOM) {
    // Short: the address of a socket has 107 characters at most, and data folders have some deep inside.
    const folder = join(MEMORY, `i${userInfo().uid}`);
    await mkdir(folder, { recursive: true });
    // PostgreSQL runs as another user where root runs the tests.
    await chmod(folder, 0o1777);
    process.env['TMPDIR'] = folder;
  }
  return tmpdir();
}

import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimWriterFolder, type HeldFolder } from './held-folder.ts';
import { OwnFolder } from './own-folder.ts';
import { adoptWriterFolders } from './writer-folders.ts';

let root: string;
const holding: HeldFolder[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'interlude-writers-'));
});
afterEach(async () => {
  for (const folder of holding.splice(0)) {
    await folder.release();
  }
  await rm(root, { recursive: true, force: true });
});

/** `owner` of a process of another host on the same volume. */
const elsewhere = `v2 0b9c49d5-1d0f-4a2e-9f0a-6c1e3f6f0d11 ${process.pid} abcdefghijkl`;

async function folderOf(owner: string, ageSeconds: number, name = 'writer-1'): Promise<void> {
  const path = join(root, name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'events'), 'of the dead');
  await writeFile(join(path, 'owner'), owner);
  const at = Date.now() / 1000 - ageSeconds;
  await utimes(join(path, 'owner'), at - 60, at - 60);
  if (owner.startsWith('v2')) {
    await writeFile(join(path, 'beat'), 'v2');
    await utimes(join(path, 'beat'), at, at);
  }
  await utimes(path, at, at);
}

async function adopted(): Promise<string[]> {
  const folders = await adoptWriterFolders(root);
  holding.push(...folders);
  return folders.map(({ writer }) => writer);
}

describe('SEC-S54 the folder of a process of another host', () => {
  test('is adopted at once when it has not beaten for 30 s', async () => {
    await folderOf(elsewhere, 31);
    expect(await adopted()).toEqual(['writer-1']);
    expect(await readdir(root)).toEqual(['.clock', 'writer-1.1']);
    expect(await readFile(join(root, 'writer-1.1', 'events'), 'utf8')).toBe('of the dead');
  });

  test('is adopted later when it stops to beat, and never before', async () => {
    await folderOf(elsewhere, 20);
    expect(await adopted()).toEqual([]);
    await folderOf(elsewhere, 29);
    expect(await adopted()).toEqual([]);
    await folderOf(elsewhere, 40);
    expect(await adopted()).toEqual(['writer-1']);
  });

  test('is adopted by one process alone, and not again by the same', async () => {
    await folderOf(elsewhere, 31);
    const both = await Promise.all([adopted(), adopted()]);
    expect(both.flat()).toEqual(['writer-1']);
    expect(await adopted()).toEqual([]);
  });

  test('is not adopted while another folder of the process beats: it dies with all of them', async () => {
    await folderOf(elsewhere, 31, 'adopted-by-it.1');
    await folderOf(elsewhere, 2, 'its-own');
    expect(await adopted()).toEqual([]);
    await folderOf(elsewhere, 31, 'its-own');
    expect(await adopted()).toEqual(['adopted-by-it', 'its-own']);
    expect(await readdir(root)).toContain('adopted-by-it.2');
  });

  test('is adopted with all others of the process by one that comes second to none of them', async () => {
    await folderOf(elsewhere, 31, 'one');
    await folderOf(elsewhere, 31, 'two');
    const both = await Promise.all([adopted(), adopted()]);
    expect(both.toSorted((a, b) => a.length - b.length)).toEqual([[], ['one', 'two']]);
  });

  test('is left alone while its owner cannot be read', async () => {
    await folderOf(elsewhere, 31);
    await rm(join(root, 'writer-1', 'owner'));
    // Reading a folder fails (EISDIR), as a broken disk does (EIO).
    await mkdir(join(root, 'writer-1', 'owner'));
    expect(await adopted()).toEqual([]);
  });

  test('of a version without beats rests for 10 min', async () => {
    await folderOf('another-host 1 4711', 9 * 60);
    expect(await adopted()).toEqual([]);
    await folderOf('another-host 1 4711', 11 * 60);
    expect(await adopted()).toEqual(['writer-1']);
  });

  test('without an owner is one that is being made, for 30 s', async () => {
    await mkdir(join(root, 'new'));
    expect(await adopted()).toEqual([]);
    const at = Date.now() / 1000 - 31;
    await utimes(join(root, 'new'), at, at);
    expect(await adopted()).toEqual(['new']);
  });
});

describe('SEC-S54 the folder of a process of this kernel', () => {
  /** `owner` of a process in another container of this kernel and mount. */
  async function besides(): Promise<string> {
    const own = await claimWriterFolder(root, 'mine');
    const [version, place] = (await readFile(join(own.path, 'owner'), 'utf8')).split(' ');
    await own.remove();
    return `${version} ${place} 1 abcdefghijkl`;
  }

  test('is left alone for 30 s where the volume is mounted twice: a socket refuses through the other mount', async () => {
    const elsewhereMounted = (await besides()).replace(/\/\d+ /, '/4294967295 ');
    await folderOf(elsewhereMounted, 20);
    await writeFile(join(root, 'writer-1', 'alive'), '');
    expect(await adopted()).toEqual([]);
    await folderOf(elsewhereMounted, 31);
    expect(await adopted()).toEqual(['writer-1']);
  });

  test('is adopted although it names this process, which does not hold it: an adoption was cut off', async () => {
    const own = await claimWriterFolder(root, 'mine');
    const owner = await readFile(join(own.path, 'owner'), 'utf8');
    await own.remove();
    await folderOf(owner, 31);
    expect(await adopted()).toEqual(['writer-1']);
  });

  test('has a socket of its process, and none that is left of another', async () => {
    await mkdir(join(root, 'mine'));
    await writeFile(join(root, 'mine', 'alive'), '');
    holding.push(await claimWriterFolder(root, 'mine'));
    expect((await stat(join(root, 'mine', 'alive'))).isSocket()).toBe(true);
  });

  test('is adopted at once when the process is gone, whatever its host and pid are called', async () => {
    await folderOf(await besides(), 0);
    // Stands in for the socket of a killed process: any file refuses connections like a socket without a listener.
    await writeFile(join(root, 'writer-1', 'alive'), '');
    expect(await adopted()).toEqual(['writer-1']);
    expect(await readdir(join(root, 'writer-1.1'))).toEqual(['alive', 'beat', 'events', 'owner']);
  });

  test('is left alone while the process is there, however long it was silent', async () => {
    await folderOf(await besides(), 3_600);
    const living = createServer();
    living.listen(join(root, 'writer-1', 'alive'));
    await once(living, 'listening');
    expect(await adopted()).toEqual([]);
    // A killed process would leave its socket, which close() removes: a file stands in for it.
    living.close();
    await writeFile(join(root, 'writer-1', 'alive'), '');
    expect(await adopted()).toEqual(['writer-1']);
  });

  test('is adopted after 30 s where the file system has no sockets', async () => {
    const owner = await besides();
    await folderOf(owner, 20);
    expect(await adopted()).toEqual([]);
    await folderOf(owner, 31);
    expect(await adopted()).toEqual(['writer-1']);
  });

  test('of an earlier version is adopted at once when its pid is gone', async () => {
    await folderOf(`${hostname()} ${2 ** 22 + 1} 4711`, 0);
    expect(await adopted()).toEqual(['writer-1']);
  });

  test('is left alone while it is this one, and adopted when it has ended in order', async () => {
    const own = await claimWriterFolder(root, 'mine');
    expect(await adopted()).toEqual([]);
    expect(await own.confirm()).toBe(true);
    await own.release();
    expect(await adopted()).toEqual(['mine']);
  });
});

describe('SEC-S54 a process that was silent, and cannot read whose its folder is', () => {
  test.each([
    [20, 'goes on while nobody can have adopted it'],
    [40, 'writes nothing when somebody may have'],
  ])('after %i s it %s', async (seconds) => {
    const own = await claimWriterFolder(root, 'mine');
    holding.push(own);
    await rm(join(own.path, 'owner'));
    await mkdir(join(own.path, 'owner'));
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + seconds * 1_000);
    const confirmed = await own.confirm().catch(() => 'unknown');
    clock.mockRestore();
    expect(confirmed).toBe(seconds === 20 ? true : 'unknown');
  });
});

describe('SEC-S54 a process that was silent for so long that it was taken for dead', () => {
  test('does not write to the folder that another one has adopted', async () => {
    const own = new OwnFolder(root, 'silent');
    await own.confirm();
    const { path } = own;
    // Another process has adopted it, as `adopt` does.
    await writeFile(join(path, 'owner'), elsewhere);
    const later = Date.now() + 60_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
    await own.confirm();
    clock.mockRestore();
    expect(own.writer).not.toBe('silent');
    expect(await readdir(own.path)).toEqual(['alive', 'beat', 'owner']);
    expect(await readFile(join(path, 'owner'), 'utf8')).toBe(elsewhere);
    await own.release();
  });
});

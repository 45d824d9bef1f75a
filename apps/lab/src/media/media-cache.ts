/**
 * Encoded media by content: a folder per key, in a folder that several processes may share. An entry is made in a folder
 * of its maker's own and published by a rename, so a reader sees it whole or not at all; the lock only keeps a second
 * process from doing the same work. A damaged entry is made again.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { mediaCacheLimits as limits } from './limits.ts';

/** Written last: the hash of all other files of the entry. */
const SEAL = 'seal.json';
const NAME = /^(.+)-[0-9a-f]{12}$/;
/** A lock, or a folder that is being made: `<key>.<pid>-<uuid>`, with `.partial` while the engine writes. */
const WORK = /^.+-[0-9a-f]{12}\.(?:lock|(\d+)-[0-9a-f-]+(?:\.partial)?)$/;

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** A process of another user is alive, too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

async function ageMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? Number.POSITIVE_INFINITY : Date.now() - found.mtimeMs;
}

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== SEAL)
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) {
    const bytes = await readFile(file);
    hash.update(`${file.slice(folder.length)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

export class MediaCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** True when an entry has every byte that was written; the call marks it as used. */
  async has(key: string): Promise<boolean> {
    const folder = join(this.#folder, key);
    const seal = await readFile(join(folder, SEAL), 'utf8').catch(() => undefined);
    if (seal === undefined || seal !== (await hashOf(folder))) return false;
    if ((await ageMs(join(folder, SEAL))) > limits.usedEveryMs) {
      const now = new Date();
      await utimes(join(folder, SEAL), now, now).catch(() => undefined);
    }
    return true;
  }

  /**
   * Publishes the files that `make` writes into its folder. Resolves with false when another process has published the
   * entry meanwhile; rejects with the error of `make`.
   */
  async add(key: string, make: (folder: string) => Promise<void>): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true });
    const release = await this.#lock(key);
    if (release === undefined) return false;
    const own = join(this.#folder, `${key}.${process.pid}-${randomUUID()}`);
    try {
      await make(own);
      await writeFile(join(own, SEAL), await hashOf(own));
      await this.#publish(own, key);
      return true;
    } finally {
      await rm(own, { recursive: true, force: true });
      await release();
    }
  }

  /** The lock's release; undefined when the entry was published while this process waited for it. */
  async #lock(key: string): Promise<(() => Promise<void>) | undefined> {
    const lock = join(this.#folder, `${key}.lock`);
    for (;;) {
      try {
        await writeFile(lock, String(process.pid), { flag: 'wx' });
        break;
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      if (await isAbandoned(lock)) await rm(lock, { force: true });
      else await setTimeout(limits.lockPollMs);
      if (await this.has(key)) return undefined;
    }
    const beat = setInterval(() => {
      const now = new Date();
      utimes(lock, now, now).catch(() => undefined);
    }, limits.lockBeatMs);
    return async () => {
      clearInterval(beat);
      await rm(lock, { force: true });
    };
  }

  async #publish(own: string, key: string): Promise<void> {
    const folder = join(this.#folder, key);
    try {
      await rename(own, folder);
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error;
      if (await this.has(key)) return;
      // The existing entry is damaged.
      await rm(folder, { recursive: true, force: true });
      await rename(own, folder);
    }
  }

  /**
   * Removes the files of makers that have ended and, of each of `ids`, entries that have not been used for long, except
   * the newest few. Other files of the folder stay.
   */
  async prune(ids: readonly string[]): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) if (await this.#isLeftover(name)) await this.#remove(name);
    for (const id of ids) {
      const entries = names.filter((name) => NAME.exec(name)?.[1] === id);
      const aged = await Promise.all(
        entries.map(async (name) => ({ name, age: await ageMs(join(this.#folder, name, SEAL)) })),
      );
      const old = aged.toSorted((a, b) => a.age - b.age).slice(limits.entriesPerMedia);
      for (const { name } of old) await this.#remove(name);
    }
  }

  async #isLeftover(name: string): Promise<boolean> {
    const work = WORK.exec(name);
    if (work === null) return false;
    if (work[1] === undefined) return isAbandoned(join(this.#folder, name));
    return !isAlive(Number(work[1])) || (await ageMs(join(this.#folder, name))) > limits.workMs;
  }

  #remove(name: string): Promise<void> {
    return rm(join(this.#folder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * True when its process has ended, or has not touched it for long (process ids of other containers cannot be checked).
 */
async function isAbandoned(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
  if ((await ageMs(lock)) > limits.lockStaleMs) return true;
  return pid > 0 && !isAlive(pid);
}

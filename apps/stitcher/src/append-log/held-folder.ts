/**
 * Folders that this process holds. It writes a beat to each of them every 5 s, by which processes of other hosts see
 * that it lives, and checks after a silence that a folder is still its own before it writes (ADR 0028).
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { makePrivateFolder } from '@interlude/runtime';
import {
  beatFile,
  isMissing,
  listenIn,
  ownerFile,
  ownerVersion,
  ownText,
  released,
} from './folder-owner.ts';

export const writerFolderTimes = {
  beatEveryMs: 5_000,
  /** A holder that was silent this long checks that the folder is still its own before it writes. */
  overdueMs: 10_000,
  /** Six beats. */
  deadAfterMs: 30_000,
  /** Folders of dead processes are looked for this often. */
  adoptEveryMs: 10_000,
  /** Silence after which a process of another host counts as dead, when its version writes no beats. */
  deadWithoutBeatsMs: 10 * 60_000,
} as const;

/** A folder of which this process is the owner. */
export interface HeldFolder {
  /** Writer id under which the folder was made, however often it was adopted. */
  readonly writer: string;
  readonly path: string;
  /**
   * False when another process has adopted the folder during a silence of this one: nothing may be written to it.
   * Rejects when `owner` could not be read for so long that another process may have adopted it.
   */
  confirm(): Promise<boolean>;
  /** Leaves the folder to the next process. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

const held = new Set<Held>();
let beating: NodeJS.Timeout | undefined;

class Held implements HeldFolder {
  readonly writer: string;
  readonly path: string;
  readonly #owner: string;
  #server: Server | undefined;
  #beating: Promise<void> | undefined;
  /** When the last beat that reached the disk was begun. */
  #beatAtMs = 0;
  /** When `owner` was last read as this process's. */
  #ownAtMs = 0;
  #isLost = false;

  constructor(path: string, writer: string, owner: string) {
    this.path = path;
    this.writer = writer;
    this.#owner = owner;
  }

  async begin(): Promise<void> {
    this.#beatAtMs = Date.now();
    this.#ownAtMs = this.#beatAtMs;
    await writeFile(join(this.path, beatFile), ownerVersion);
    await writeFile(join(this.path, ownerFile), this.#owner);
    this.#server = await listenIn(this.path);
    held.add(this);
    beating ??= setInterval(() => {
      for (const one of held) {
        void one.beat();
      }
    }, writerFolderTimes.beatEveryMs).unref();
  }

  /** Writes a beat, one at a time: no second one is sent to a volume that hangs. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beat(): Promise<void> {
    const atMs = Date.now();
    const owner = await readFile(join(this.path, ownerFile), 'utf8').catch((error: unknown) =>
      isMissing(error) ? '' : undefined,
    );
    if (owner === undefined || this.#isLost) {
      return;
    }
    if (owner !== this.#owner) {
      this.#end();
      return;
    }
    this.#ownAtMs = atMs;
    // Overwritten in place, which takes no space on a full disk.
    await writeFile(join(this.path, beatFile), ownerVersion, { flag: 'r+' }).then(
      () => {
        this.#beatAtMs = atMs;
      },
      () => undefined,
    );
  }

  /** Whether the last beat is too long ago to prove anything, as it is when the clock was set back. */
  get #isOverdue(): boolean {
    const silentMs = Date.now() - this.#beatAtMs;
    return silentMs < 0 || silentMs > writerFolderTimes.overdueMs;
  }

  async confirm(): Promise<boolean> {
    // Two beats, because the first may have begun before this process fell silent.
    for (let beats = 0; beats < 2 && this.#isOverdue && !this.#isLost; beats += 1) {
      await this.beat();
    }
    if (!this.#isLost && Date.now() - this.#ownAtMs > writerFolderTimes.deadAfterMs) {
      throw new Error('whether this process still holds the folder cannot be read');
    }
    return !this.#isLost;
  }

  #end(): void {
    this.#isLost = true;
    this.#server?.close();
    held.delete(this);
    if (held.size === 0) {
      clearInterval(beating);
      beating = undefined;
    }
  }

  async #endOwn(): Promise<boolean> {
    const isOwn = await this.confirm().catch(() => false);
    this.#end();
    return isOwn;
  }

  async release(): Promise<void> {
    if (await this.#endOwn()) {
      await writeFile(join(this.path, ownerFile), released).catch(() => undefined);
    }
  }

  async remove(): Promise<void> {
    if (await this.#endOwn()) {
      await rm(this.path, { recursive: true, force: true });
    }
  }
}

/** Whether this process holds the folder. */
export const isHeld = (path: string) => [...held].some((one) => one.path === path);

/** Begins to hold a folder whose owner is this process. */
export async function holdFolder(path: string, writer: string, owner: string): Promise<HeldFolder> {
  const one = new Held(path, writer, owner);
  await one.begin();
  return one;
}

/** Makes the folder of a new writer. */
export async function claimWriterFolder(root: string, writer: string): Promise<HeldFolder> {
  const path = join(root, writer);
  await makePrivateFolder(path);
  return holdFolder(path, writer, await ownText(root));
}

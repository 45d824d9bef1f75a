/**
 * Folders that this process holds. It beats in each of them every 5 s, so that processes of other hosts see that it is
 * there, and looks whether a folder is still its own before it writes after a silence (ADR 0028).
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
  /** A holder that was silent this long looks whether the folder is still its own before it writes. */
  overdueMs: 10_000,
  /** Six beats. */
  deadAfterMs: 30_000,
  /** A process that dies beside this one is seen this often. */
  adoptEveryMs: 10_000,
  /** Of a version without beats, on another host. */
  deadWithoutBeatsMs: 10 * 60_000,
} as const;

/** A folder of which this process is the owner. */
export interface HeldFolder {
  /** Under which its files were written, however often the folder was adopted. */
  readonly writer: string;
  readonly path: string;
  /**
   * False when another process has adopted it, because this one was silent: nothing may be written to it. Rejects when
   * that cannot be read for so long that another one may have.
   */
  confirm(): Promise<boolean>;
  /** Leaves it to the next process. */
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

  /** One at a time: a volume that hangs gets no more of them. Never rejects. */
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
    // In place: a full disk has room for what is there already.
    await writeFile(join(this.path, beatFile), ownerVersion, { flag: 'r+' }).then(
      () => {
        this.#beatAtMs = atMs;
      },
      () => undefined,
    );
  }

  /** A clock that went back proves nothing. */
  get #isOverdue(): boolean {
    const silentMs = Date.now() - this.#beatAtMs;
    return silentMs < 0 || silentMs > writerFolderTimes.overdueMs;
  }

  async confirm(): Promise<boolean> {
    // The first one may have been under way when this process fell silent.
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

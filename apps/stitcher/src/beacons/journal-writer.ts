/**
 * The append-only files behind the beacon journal, several lines per write. Lines that the disk refuses are left out:
 * playback and beacons go on, and a process misses them only after a crash.
 */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, makePrivateFolder } from '@interlude/runtime';
import { AppendFile } from '../append-log/append-file.ts';
import { isMissing } from '../append-log/folder-owner.ts';

/** Limits of the beacon journal, with units. */
export const journalLimits = {
  rotateAfterMs: 60_000,
  rotateAfterBytes: 8 * 1024 * 1024,
  /** Older files are deleted: a session that comes back to an ad later is counted anew. */
  keepMs: 30 * 60_000,
  /** All files of a folder; the oldest goes first. */
  keepBytes: 128 * 1024 * 1024,
  /** An answer waits for the disk at most this long: a stalled disk never stalls playback. */
  acknowledgeWithinMs: 500,
  /** Lines in memory while the disk refuses them; more are left out. */
  pendingLines: 100_000,
  /** A beacon that a dead process owed is still sent this long after its event. */
  oweMs: 5 * 60_000,
} as const;

export const journalFile = /^(\d{15})-(\d{6})\.log$/;

export class JournalWriter {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #pending: string[] = [];
  #waiters: (() => void)[] = [];
  #file: AppendFile | undefined;
  #count = 0;
  #running: Promise<void> | undefined;
  #isRefusing = false;

  constructor(folder: string, clock: Clock, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#clock = clock;
    this.#onError = onError;
  }

  /** Resolves when the lines are on the disk, or when it refuses them. Never rejects. */
  append(lines: readonly string[]): Promise<void> {
    const isTooMuch = this.#pending.length + lines.length > journalLimits.pendingLines;
    if (lines.length === 0 || isTooMuch) {
      return Promise.resolve();
    }
    this.#pending.push(...lines);
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
      this.#running ??= this.#work();
    });
  }

  async #work(): Promise<void> {
    while (this.#pending.length > 0) {
      const text = `${this.#pending.join('\n')}\n`;
      const waiters = this.#waiters;
      this.#pending = [];
      this.#waiters = [];
      await this.#append(Buffer.from(text)).then(
        () => {
          this.#isRefusing = false;
        },
        (error: unknown) => this.#refuse(error),
      );
      for (const waiter of waiters) {
        waiter();
      }
    }
    this.#running = undefined;
  }

  /** Reports the first of consecutive failures; the next lines try a new file. */
  #refuse(error: unknown): void {
    if (!this.#isRefusing) {
      this.#onError(error);
    }
    this.#isRefusing = true;
    void this.#file?.close({ isSynced: false }).catch(() => undefined);
    this.#file = undefined;
  }

  async #append(bytes: Buffer): Promise<void> {
    const file = await this.#openFile();
    await file.append(bytes);
  }

  async #openFile(): Promise<AppendFile> {
    const nowMs = this.#clock.now();
    const known = this.#file;
    const { rotateAfterMs, rotateAfterBytes } = journalLimits;
    if (known && nowMs - known.openedAtMs < rotateAfterMs && known.bytes < rotateAfterBytes) {
      return known;
    }
    this.#file = undefined;
    await known?.close({ isSynced: false });
    await makePrivateFolder(this.#folder);
    this.#count += 1;
    const time = String(nowMs).padStart(15, '0');
    const name = `${time}-${String(this.#count).padStart(6, '0')}.log`;
    const handle = await open(join(this.#folder, name), 'a', 0o600);
    const file = new AppendFile(handle, nowMs);
    this.#file = file;
    await dropOldFiles(this.#folder, nowMs);
    return file;
  }

  async stop(): Promise<void> {
    await this.#running;
    await this.#file?.close({ isSynced: false }).catch(() => undefined);
    this.#file = undefined;
  }
}

/** Files of a journal's folder, the oldest first. A missing folder has none; rejects when the disk refuses. */
export async function journalFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  });
  return names.filter((name) => journalFile.test(name)).toSorted();
}

/** Deletes files older than `keepMs`, and the oldest beyond `keepBytes`. */
export async function dropOldFiles(folder: string, nowMs: number): Promise<void> {
  let bytes = 0;
  for (const name of (await journalFiles(folder)).toReversed()) {
    const openedAtMs = Number(journalFile.exec(name)?.[1]);
    const path = join(folder, name);
    bytes += await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    const { keepMs, keepBytes } = journalLimits;
    if (nowMs - openedAtMs > keepMs || bytes > keepBytes) {
      await rm(path, { force: true });
    }
  }
}

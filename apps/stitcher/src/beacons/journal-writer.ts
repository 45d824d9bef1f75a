/**
 * The append-only file behind the beacon journal: lines are on the disk (write(2), so that a killed process
 * has left them) before they are acknowledged, several at a time. What it cannot write it leaves out: playback
 * and beacons go on, only a crash would be forgotten.
 */
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@interlude/runtime';
import { journalLimits } from './journal-limits.ts';

export const journalFile = /^(\d{15})-(\d{6})\.log$/;

interface OpenFile {
  readonly handle: FileHandle;
  readonly openedAtMs: number;
  bytes: number;
}

export class JournalWriter {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #pending: string[] = [];
  #waiters: (() => void)[] = [];
  #file: OpenFile | undefined;
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
      await this.#write(Buffer.from(text)).then(
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

  /** Told once in a row; the next lines try a new file. */
  #refuse(error: unknown): void {
    if (!this.#isRefusing) {
      this.#onError(error);
    }
    this.#isRefusing = true;
    void this.#file?.handle.close().catch(() => undefined);
    this.#file = undefined;
  }

  async #write(bytes: Buffer): Promise<void> {
    const file = await this.#openFile();
    let offset = 0;
    while (offset < bytes.length) {
      const { bytesWritten } = await file.handle.write(bytes, offset);
      offset += bytesWritten;
    }
    file.bytes += bytes.length;
  }

  async #openFile(): Promise<OpenFile> {
    const nowMs = this.#clock.now();
    const known = this.#file;
    const { rotateAfterMs, rotateAfterBytes } = journalLimits;
    if (known && nowMs - known.openedAtMs < rotateAfterMs && known.bytes < rotateAfterBytes) {
      return known;
    }
    this.#file = undefined;
    await known?.handle.close();
    await mkdir(this.#folder, { recursive: true });
    this.#count += 1;
    const time = String(nowMs).padStart(15, '0');
    const name = `${time}-${String(this.#count).padStart(6, '0')}.log`;
    const handle = await open(join(this.#folder, name), 'a', 0o600);
    this.#file = { handle, openedAtMs: nowMs, bytes: 0 };
    await dropOldFiles(this.#folder, nowMs);
    return this.#file;
  }

  async stop(): Promise<void> {
    await this.#running;
    await this.#file?.handle.close().catch(() => undefined);
    this.#file = undefined;
  }
}

/** Files of a journal's folder that are young enough, the oldest first. */
export async function journalFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => journalFile.test(name)).toSorted();
}

/** Deletes what is too old or too much. */
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

/**
 * Ships closed segments: fold, then one transaction with the batch ledger. The database decides whether
 * a batch is new, so shipping twice changes nothing. While it is away segments wait on the disk.
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Batch, decodeEventFrames, foldEvents } from '@interlude/reporting';
import { adoptWriterFolders, type HeldFolder } from '../append-log/writer-folders.ts';
import { type FoundSegment, listSegments } from './spool-files.ts';

export interface ShipperReport {
  shipped(batch: Batch, segment: FoundSegment): void;
  /** The database refused (first of a row); segments wait. */
  waiting(error: unknown, segments: number, bytes: number): void;
  resumed(): void;
  /** A file that holds something other than whole frames; `tornBytes` are not events that were acknowledged. */
  damaged(segment: FoundSegment, tornBytes: number, unreadableEvents: number): void;
  /** A dead writer's folder was taken over. */
  recovering(writer: string, segments: number): void;
}

export interface SpoolShipperOptions {
  /** `<data>/spool` */
  readonly folder: string;
  /** The living writer of this process. */
  readonly writer: string;
  /** Adds the batch exactly once; resolves after the commit. */
  readonly apply: (batch: Batch) => Promise<unknown>;
  readonly report: ShipperReport;
  readonly retryMs?: { readonly first: number; readonly last: number };
}

export class SpoolShipper {
  readonly #options: SpoolShipperOptions;
  #run: Promise<void> = Promise.resolve();
  #busy = false;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #waitingBytes = 0;
  #stopped = false;
  /** Folders of dead writers that are not empty yet. */
  #adopted: readonly HeldFolder[] = [];
  #adopting: Promise<void> | undefined;

  constructor(options: SpoolShipperOptions) {
    this.#options = options;
  }

  /** Bytes of closed segments that wait, as of the last look. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Looks for closed segments now; at most one look runs at a time. */
  ship(): Promise<void> {
    this.#again = true;
    if (!this.#busy) {
      this.#busy = true;
      clearTimeout(this.#timer);
      this.#run = this.#loop();
    }
    return this.#run;
  }

  async #loop(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      await this.#shipAll().catch((error: unknown) => this.#later(error, 0));
    }
    this.#busy = false;
  }

  async #shipAll(): Promise<void> {
    const own = await listSegments(
      join(this.#options.folder, this.#options.writer),
      this.#options.writer,
    );
    const segments = own.filter(({ state }) => state === 'seg');
    await this.#measure(segments);
    if (await this.#shipEach(segments)) {
      await this.#shipAdopted();
    }
  }

  async #shipAdopted(): Promise<void> {
    for (const folder of this.#adopted) {
      if (!(await this.#shipEach(await listSegments(folder.path, folder.writer)))) {
        return;
      }
      // A file that could not be read keeps its folder.
      if ((await listSegments(folder.path, folder.writer)).length === 0) {
        this.#adopted = this.#adopted.filter((other) => other !== folder);
        await folder.remove();
      }
    }
  }

  async #shipEach(segments: readonly FoundSegment[]): Promise<boolean> {
    for (const segment of segments) {
      if (this.#stopped || !(await this.#shipOne(segment, segments.length))) {
        return false;
      }
    }
    return true;
  }

  async #measure(segments: readonly FoundSegment[]): Promise<void> {
    let bytes = 0;
    for (const { path } of segments) {
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
    }
    this.#waitingBytes = bytes;
  }

  async #shipOne(segment: FoundSegment, count: number): Promise<boolean> {
    const bytes = await readFile(segment.path).catch(() => undefined);
    if (!bytes) {
      return true;
    }
    const batch = this.#fold(segment, bytes);
    try {
      await this.#options.apply(batch);
    } catch (error) {
      this.#later(error, count);
      return false;
    }
    await rm(segment.path, { force: true });
    this.#waitingBytes = Math.max(0, this.#waitingBytes - bytes.length);
    if (this.#failures > 0) {
      this.#failures = 0;
      this.#options.report.resumed();
    }
    this.#options.report.shipped(batch, segment);
    return true;
  }

  #fold(segment: FoundSegment, bytes: Uint8Array): Batch {
    const { events, unreadable, tornBytes } = decodeEventFrames(bytes);
    if (tornBytes > 0 || unreadable > 0) {
      this.#options.report.damaged(segment, tornBytes, unreadable);
    }
    const { writer, seq, openedAtMs } = segment;
    return foldEvents(events, { writer, seq, segmentAtMs: openedAtMs });
  }

  #later(error: unknown, segments: number): void {
    this.#failures += 1;
    if (this.#failures === 1) {
      this.#options.report.waiting(error, segments, this.#waitingBytes);
    }
    const { first, last } = this.#options.retryMs ?? { first: 1_000, last: 15_000 };
    const delayMs = Math.min(last, first * 2 ** Math.min(this.#failures - 1, 10));
    if (!this.#stopped) {
      this.#timer = setTimeout(() => void this.ship(), delayMs);
    }
  }

  /**
   * Adopts and ships what dead writers left, torn tails and all; their folders go when empty. Called again and again:
   * a process of another host is known to be dead only after a while.
   */
  recover(): Promise<void> {
    this.#adopting ??= this.#adopt().finally(() => {
      this.#adopting = undefined;
    });
    return this.#adopting;
  }

  async #adopt(): Promise<void> {
    for (const folder of await adoptWriterFolders(this.#options.folder)) {
      const segments = await listSegments(folder.path, folder.writer);
      if (segments.length > 0) {
        this.#options.report.recovering(folder.writer, segments.length);
      }
      this.#adopted = [...this.#adopted, folder];
    }
    if (this.#adopted.length > 0) {
      await this.ship();
    }
  }

  /** Ships what is there, then takes no new look. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#adopting?.catch(() => undefined);
    await this.ship();
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const folder of this.#adopted) {
      await folder.release();
    }
    this.#adopted = [];
  }
}

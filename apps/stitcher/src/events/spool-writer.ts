/**
 * The append-only spool: events are on the disk (write(2)) before they are acknowledged, several at a
 * time in one frame. A disk that refuses never reaches the viewer: events wait in memory, then are
 * dropped and counted. It never touches the network or the database.
 */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeEvents, encodeFrame, type StitcherEvent } from '@interlude/reporting';
import type { Clock } from '@interlude/runtime';
import { claimWriterFolder, releaseWriter, type SegmentName, segmentFile } from './spool-files.ts';
import { type SpoolLimits, spoolLimits } from './spool-limits.ts';

export interface SpoolReport {
  /** The disk refused a write (the first of a row of refusals). */
  refused(error: unknown): void;
  /** The disk takes writes again. */
  recovered(): void;
  /** Events that are gone for good. */
  lost(events: number, why: 'disk' | 'cap'): void;
}

export interface SpoolWriterOptions {
  /** `<data>/spool` */
  readonly folder: string;
  readonly writer: string;
  readonly clock: Clock;
  readonly report: SpoolReport;
  /** Called after a segment was closed and can be shipped. */
  readonly onSegment: () => void;
  /** Bytes that wait for the database, without the open segment. */
  readonly waitingBytes: () => number;
  readonly limits?: Partial<SpoolLimits> | undefined;
  /** Opens a new file; tests make it fail like a full or broken disk. */
  readonly openFile?: ((path: string) => Promise<SpoolFile>) | undefined;
}

export type SpoolFile = Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>;

const openNewFile = (path: string): Promise<SpoolFile> => open(path, 'wx');

interface OpenSegment {
  readonly name: SegmentName;
  readonly handle: SpoolFile;
  events: number;
  bytes: number;
}

type Waiter = (written: boolean) => void;

export class SpoolWriter {
  readonly #options: SpoolWriterOptions;
  readonly #limits: SpoolLimits;
  readonly #folder: string;
  #pending: StitcherEvent[] = [];
  #waiters: Waiter[] = [];
  #segment: OpenSegment | undefined;
  #seq = 0;
  #running: Promise<void> = Promise.resolve();
  #busy = false;
  #isRotationDue = false;
  #refusing = false;
  #retry: NodeJS.Timeout | undefined;
  #rotation: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SpoolWriterOptions) {
    this.#options = options;
    this.#limits = { ...spoolLimits, ...options.limits };
    this.#folder = join(options.folder, options.writer);
  }

  /** Claims the folder. A disk that refuses even this only makes the first writes fail. */
  async start(): Promise<void> {
    await claimWriterFolder(this.#folder, this.#options.writer).catch((error: unknown) =>
      this.#refuse(error),
    );
  }

  /** Events that no disk has yet. */
  get unwritten(): number {
    return this.#pending.length;
  }

  /**
   * Takes events; `true` = they are on the disk (acknowledged), `false` = they wait in memory or, when
   * there is no room, are lost and counted. Never rejects.
   */
  append(events: readonly StitcherEvent[]): Promise<boolean> {
    const isFull = this.#options.waitingBytes() >= this.#limits.totalBytes;
    if (isFull || this.#pending.length + events.length > this.#limits.unwrittenEvents) {
      this.#options.report.lost(events.length, isFull ? 'cap' : 'disk');
      return Promise.resolve(false);
    }
    this.#pending.push(...events);
    if (this.#refusing) {
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
      this.#wake();
    });
  }

  /** Closes the open segment and hands it to the shipper. */
  async rotate(): Promise<void> {
    this.#isRotationDue = true;
    await this.#wake();
  }

  #wake(): Promise<void> {
    if (!this.#busy) {
      this.#busy = true;
      this.#running = this.#work();
    }
    return this.#running;
  }

  /** One write at a time; what arrives meanwhile goes together into the next frame. */
  async #work(): Promise<void> {
    for (;;) {
      // Closing comes first: under load there is always something to write. At the end it comes last.
      const mayWrite = this.#pending.length > 0 && !this.#refusing;
      if (this.#isRotationDue && !(this.#closed && mayWrite)) {
        this.#isRotationDue = false;
        await this.#closeSegment();
      } else if (mayWrite) {
        await this.#writePending();
      } else {
        this.#busy = false;
        return;
      }
    }
  }

  async #writePending(): Promise<void> {
    const events = this.#pending;
    const waiters = this.#waiters;
    this.#pending = [];
    this.#waiters = [];
    try {
      await this.#writeFrame(events);
      this.#accept();
      for (const waiter of waiters) {
        waiter(true);
      }
    } catch (error) {
      this.#pending = [...events, ...this.#pending];
      this.#refuse(error);
      for (const waiter of [...waiters, ...this.#waiters.splice(0)]) {
        waiter(false);
      }
    }
  }

  async #writeFrame(events: readonly StitcherEvent[]): Promise<void> {
    const frame = encodeFrame(encodeEvents(events));
    const segment = this.#segment ?? (await this.#openSegment());
    try {
      await writeWhole(segment.handle, frame, segment.bytes);
    } catch (error) {
      await this.#dropTornTail(segment);
      throw error;
    }
    segment.events += events.length;
    segment.bytes += frame.length;
    const { rotateAfterEvents, rotateAfterBytes } = this.#limits;
    if (segment.events >= rotateAfterEvents || segment.bytes >= rotateAfterBytes) {
      this.#isRotationDue = true;
    }
  }

  async #openSegment(): Promise<OpenSegment> {
    const name = {
      writer: this.#options.writer,
      seq: this.#seq + 1,
      openedAtMs: this.#options.clock.now(),
    };
    await mkdir(this.#folder, { recursive: true });
    const openFile = this.#options.openFile ?? openNewFile;
    const handle = await openFile(join(this.#folder, segmentFile(name, 'open')));
    this.#seq = name.seq;
    this.#segment = { name, handle, events: 0, bytes: 0 };
    this.#rotation = setTimeout(() => void this.rotate(), this.#limits.rotateAfterMs).unref();
    return this.#segment;
  }

  /** Frames behind a torn one could not be read, so a torn one must not stay in the middle. */
  async #dropTornTail(segment: OpenSegment): Promise<void> {
    await segment.handle.truncate(segment.bytes).catch(() => this.#closeSegment());
  }

  #refuse(error: unknown): void {
    if (!this.#refusing && this.#retry === undefined && !this.#closed) {
      this.#options.report.refused(error);
    }
    this.#refusing = true;
    clearTimeout(this.#retry);
    if (!this.#closed) {
      this.#retry = setTimeout(() => {
        this.#refusing = false;
        void this.#wake();
      }, this.#limits.retryWriteAfterMs);
    }
  }

  #accept(): void {
    if (this.#retry !== undefined) {
      clearTimeout(this.#retry);
      this.#retry = undefined;
      this.#options.report.recovered();
    }
  }

  async #closeSegment(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    clearTimeout(this.#rotation);
    if (!segment) {
      return;
    }
    const path = join(this.#folder, segmentFile(segment.name, 'open'));
    try {
      await segment.handle.datasync().finally(() => segment.handle.close());
      if (segment.events === 0) {
        await rm(path, { force: true });
      } else {
        await rename(path, join(this.#folder, segmentFile(segment.name, 'seg')));
      }
    } catch (error) {
      // The segment stays `.open`: the recovery of the next start ships it.
      this.#refuse(error);
    }
    this.#options.onSegment();
  }

  /** Writes what is left and closes; what the disk refuses even now is counted as lost. */
  async stop(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#refusing = false;
    this.#isRotationDue = true;
    await this.#wake();
    if (this.#pending.length > 0) {
      this.#options.report.lost(this.#pending.length, 'disk');
      this.#pending = [];
    }
    releaseWriter(this.#options.writer);
  }
}

async function writeWhole(handle: SpoolFile, bytes: Uint8Array, position: number): Promise<void> {
  let offset = 0;
  while (offset < bytes.length) {
    const left = bytes.length - offset;
    const { bytesWritten } = await handle.write(bytes, offset, left, position + offset);
    offset += bytesWritten;
  }
}

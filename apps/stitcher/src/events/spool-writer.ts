/**
 * The append-only spool: events are on the disk (write(2)) before they are acknowledged, several at a
 * time in one write. A disk that refuses never reaches the viewer: events wait in memory, then are
 * dropped and counted. It never touches the network or the database.
 */
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import type { Clock } from '@interlude/runtime';
import { AppendFile, type AppendHandle } from '../append-log/append-file.ts';
import { OwnFolder } from '../append-log/own-folder.ts';
import { listSegments, type SegmentName, segmentFile } from './spool-files.ts';

/** Limits of the spool, with units. */
export const spoolLimits = {
  /** A segment is closed and shipped after this long when something is in it: figures are fresh within 15 s. */
  rotateAfterMs: 5_000,
  rotateAfterEvents: 250_000,
  rotateAfterBytes: 24 * 1024 * 1024,
  /** A write is on the medium after this long: what a loss of power takes. */
  syncAfterMs: 1_000,
  /** Segments that are being closed while events are written to the next one: a disk may take a second to sync one. */
  closing: 8,
  /** Events kept in memory while the disk refuses them; more are dropped and counted. */
  unwrittenEvents: 50_000,
  retryWriteAfterMs: 1_000,
  /** All segments that wait for the database. Beyond it new events are dropped and counted. */
  totalBytes: 4 * 1024 ** 3,
  /** An answer waits for its events at most this long: a stalled disk never stalls playback. */
  acknowledgeWithinMs: 500,
} as const;

export type SpoolLimits = { readonly [Key in keyof typeof spoolLimits]: number };

export interface SpoolReport {
  /** The disk refused a write (the first of a row of refusals). */
  refused(error: unknown): void;
  /** The disk takes writes again. */
  recovered(): void;
  /** Events that are gone for good. */
  lost(events: number, why: 'disk' | 'cap'): void;
  /** Another process has adopted the folder, because this process was silent; it has begun a new folder. */
  taken(writer: string): void;
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
  readonly openFile?: ((path: string) => Promise<AppendHandle>) | undefined;
}

const openNewFile = (path: string): Promise<AppendHandle> => open(path, 'wx');

interface OpenSegment {
  readonly name: SegmentName;
  readonly file: AppendFile;
  events: number;
}

type Waiter = (written: boolean) => void;

export class SpoolWriter {
  readonly #options: SpoolWriterOptions;
  readonly #limits: SpoolLimits;
  readonly #own: OwnFolder;
  #pending: StitcherEvent[] = [];
  #waiters: Waiter[] = [];
  #segment: OpenSegment | undefined;
  #seq = 0;
  #running: Promise<void> = Promise.resolve();
  /** Of closed segments, one after the other: they are shipped in their order. */
  #finishing: Promise<void> = Promise.resolve();
  #closing = 0;
  #busy = false;
  #isRotationDue = false;
  #refusing = false;
  #retry: NodeJS.Timeout | undefined;
  #rotation: NodeJS.Timeout | undefined;
  #sync: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SpoolWriterOptions) {
    this.#options = options;
    this.#limits = { ...spoolLimits, ...options.limits };
    this.#own = new OwnFolder(options.folder, options.writer);
  }

  /** Claims the folder. A disk that refuses even this only makes the first writes fail. */
  async start(): Promise<void> {
    await this.#own.confirm().catch((error: unknown) => this.#refuse(error));
  }

  /** Writer under which events are written now. */
  get writer(): string {
    return this.#own.writer;
  }

  /** Number of events that are not on the disk yet. */
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
    await this.#finishing;
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
    const frames = encodeEventFrames(events);
    await this.#confirm();
    const segment = this.#segment ?? (await this.#openSegment());
    try {
      await segment.file.append(frames);
    } catch (error) {
      if (segment.file.isTorn) {
        await this.#closeSegment();
      }
      throw error;
    }
    segment.events += events.length;
    this.#sync ??= setTimeout(() => this.#syncOpen(), this.#limits.syncAfterMs).unref();
    const { rotateAfterEvents, rotateAfterBytes } = this.#limits;
    if (segment.events >= rotateAfterEvents || segment.file.bytes >= rotateAfterBytes) {
      this.#isRotationDue = true;
    }
  }

  /** A segment that was closed meanwhile is synced by that. */
  #syncOpen(): void {
    this.#sync = undefined;
    this.#segment?.file.sync().catch((error: unknown) => this.#refuse(error));
  }

  /** Lets go of a segment that belongs to another process by now, which counts what is in it. */
  async #confirm(): Promise<void> {
    await this.#own.confirm();
    const segment = this.#segment;
    if (!segment || segment.name.writer === this.#own.writer) {
      return;
    }
    this.#segment = undefined;
    this.#seq = 0;
    clearTimeout(this.#rotation);
    await segment.file.close({ isSynced: false }).catch(() => undefined);
    this.#options.report.taken(segment.name.writer);
  }

  async #openSegment(): Promise<OpenSegment> {
    const name = {
      writer: this.#own.writer,
      seq: this.#seq + 1,
      openedAtMs: this.#options.clock.now(),
    };
    const openFile = this.#options.openFile ?? openNewFile;
    const handle = await openFile(join(this.#own.path, segmentFile(name, 'open')));
    this.#seq = name.seq;
    this.#segment = { name, file: new AppendFile(handle, name.openedAtMs), events: 0 };
    this.#rotation = setTimeout(() => void this.rotate(), this.#limits.rotateAfterMs).unref();
    return this.#segment;
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

  /** Events go on to the next segment while this one is synced. */
  async #closeSegment(): Promise<void> {
    await this.#confirm().catch(() => undefined);
    const segment = this.#segment;
    this.#segment = undefined;
    clearTimeout(this.#rotation);
    if (!segment) {
      return;
    }
    const folder = this.#own.path;
    this.#closing += 1;
    this.#finishing = this.#finishing.then(() => this.#finish(segment, folder));
    if (this.#closing >= this.#limits.closing) {
      await this.#finishing;
    }
  }

  /** Never rejects. */
  async #finish({ file, name, events }: OpenSegment, folder: string): Promise<void> {
    const path = join(folder, segmentFile(name, 'open'));
    try {
      await file.close({ isSynced: true });
      await this.#own.confirm();
      if (this.#own.path !== folder) {
        this.#options.report.taken(name.writer);
      } else if (events === 0) {
        await rm(path, { force: true });
      } else {
        await rename(path, join(folder, segmentFile(name, 'seg')));
      }
    } catch (error) {
      // The segment stays `.open`: the recovery of the next start ships it.
      this.#refuse(error);
    }
    this.#closing -= 1;
    this.#options.onSegment();
  }

  /** Writes what is left and closes; what the disk refuses even now is counted as lost. */
  async stop(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#sync);
    this.#refusing = false;
    this.#isRotationDue = true;
    await this.#wake();
    await this.#finishing;
    if (this.#pending.length > 0) {
      this.#options.report.lost(this.#pending.length, 'disk');
      this.#pending = [];
    }
  }

  /** After the stop: removes an empty folder, and releases any other one to the next process. */
  async leave(): Promise<void> {
    const { path, writer } = this.#own;
    const isEmpty = await listSegments(path, writer).then(
      ({ length }) => length === 0,
      () => false,
    );
    await (isEmpty ? this.#own.remove() : this.#own.release()).catch(() => undefined);
  }
}

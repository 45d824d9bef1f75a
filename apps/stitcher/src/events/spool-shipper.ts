/**
 * Ships closed segments: fold, then one transaction with the batch ledger. The database decides whether
 * a batch is new, so shipping twice changes nothing. While it is away segments wait on the disk; what it
 * refuses for good is set aside, and the others go on.
 */
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeEventFrames, EventFrames, type StitcherEvent } from '@interlude/reporting';
import { isMissing } from '../append-log/folder-owner.ts';
import type { HeldFolder } from '../append-log/held-folder.ts';
import { adoptWriterFolders } from '../append-log/writer-folders.ts';
import type { EventIntake } from './event-intake.ts';
import { type CountReport, SegmentCounter, type SegmentCounterOptions } from './segment-counter.ts';
import { type FoundSegment, listSegments } from './spool-files.ts';

export interface ShipperReport extends CountReport {
  /** The database refused (first of a row); segments wait. */
  waiting(error: unknown, segments: number, bytes: number): void;
  resumed(): void;
  /** A file that holds something other than whole frames; `tornBytes` are not events that were acknowledged. */
  damaged(segment: FoundSegment, tornBytes: number, unreadableEvents: number): void;
  /** The disk does not let a file be read or removed (first of a row of one file); it stays. */
  unreadable(segment: FoundSegment, error: unknown): void;
  /** Events that are gone for good: there was no room to set them aside, or they could not be read. */
  lost(events: number, why: 'set-aside' | 'unreadable'): void;
  /** Events are counted, and there was no room for them on their way to the archive. */
  notArchived?(segment: FoundSegment, events: number): void;
  /** The folder of a dead writer was adopted. */
  recovering(writer: string, segments: number): void;
}

export interface SpoolShipperOptions extends SegmentCounterOptions {
  /** `<data>/spool` */
  readonly folder: string;
  /** The living writer of this process. */
  readonly writer: string;
  readonly report: ShipperReport;
  /** Takes segments that are counted; left out: they are removed. */
  readonly intake?: EventIntake | undefined;
  readonly retryMs?: { readonly first: number; readonly last: number };
}

/** Failures of one segment (about 15 s) until others show whether it or the database is at fault. */
const triesAlone = 4;
/** Failures of one segment between which the database has taken others, until it is at fault: one could be chance. */
const proofsOfFault = 3;

/** A segment that the database has not taken. */
interface Stuck {
  readonly failures: number;
  readonly proofs: number;
  /** Number of segments that the database had taken at the last failure. */
  readonly counted: number;
}

/** The events of a segment without those that are set aside. */
function without(
  events: readonly StitcherEvent[],
  aside: readonly StitcherEvent[],
): readonly StitcherEvent[] {
  const left = new Map<string, number>();
  for (const event of aside) {
    const text = JSON.stringify(event);
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  return events.filter((event) => {
    const text = JSON.stringify(event);
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}

type Damage = Pick<EventFrames, 'unreadable' | 'tornBytes'>;

type Outcome =
  /** Counted, set aside, or shipped by somebody else. */
  | { readonly kind: 'done' }
  /** It stays where it is, and the next one may go. */
  | { readonly kind: 'left' }
  | { readonly kind: 'waits'; readonly error: unknown };

const done: Outcome = { kind: 'done' };

export class SpoolShipper {
  readonly #options: SpoolShipperOptions;
  readonly #counter: SegmentCounter;
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
  /** Segments that the database has taken. */
  #counted = 0;
  /** Segments that the database has not taken, by path. */
  readonly #stuck = new Map<string, Stuck>();
  /** Paths of files that were reported as unreadable. */
  readonly #unreadable = new Set<string>();

  constructor(options: SpoolShipperOptions) {
    this.#options = options;
    this.#counter = new SegmentCounter(options);
  }

  /** Bytes of closed and of adopted segments that wait, as of the last look. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Segments that the disk does not let be read or removed. */
  get unreadable(): number {
    return this.#unreadable.size;
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
    const { folder, writer } = this.#options;
    const own = await listSegments(join(folder, writer), writer);
    const segments = own.filter(({ state }) => state === 'seg');
    for (const adopted of this.#adopted) {
      segments.push(...(await listSegments(adopted.path, adopted.writer)));
    }
    await this.#measure(segments);
    await this.#shipEach(segments);
    await this.#removeShipped();
  }

  /** Removes adopted folders that are empty; a file that could not be read keeps its folder. */
  async #removeShipped(): Promise<void> {
    for (const folder of this.#adopted) {
      if ((await listSegments(folder.path, folder.writer)).length === 0) {
        this.#adopted = this.#adopted.filter((other) => other !== folder);
        await folder.remove();
      }
    }
  }

  async #shipEach(segments: readonly FoundSegment[]): Promise<void> {
    for (const [index, segment] of segments.entries()) {
      if (this.#stopped) {
        return;
      }
      const outcome = await this.#shipOne(segment);
      if (outcome.kind !== 'waits') {
        continue;
      }
      const { error } = outcome;
      if (!(await this.#isAtFault(segment, segments.slice(index + 1)))) {
        this.#later(error, segments.length - index);
        return;
      }
      // Without room on the disk it stays, and the others go on.
      await this.#setAsideWhole(segment, error).catch((refusal: unknown) =>
        this.#later(refusal, 1),
      );
    }
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

  /**
   * True when the segment is at fault, not the database: it is refused again and again while others are taken, whatever
   * the error. Where none was taken since its last failure one after it is tried, another one each time: that one may
   * be at fault, too.
   */
  async #isAtFault({ path }: FoundSegment, after: readonly FoundSegment[]): Promise<boolean> {
    const known = this.#stuck.get(path) ?? { failures: 0, proofs: 0, counted: this.#counted };
    const failures = known.failures + 1;
    const isTried = failures > triesAlone;
    const next = after[(failures - triesAlone - 1) % after.length];
    if (isTried && next && this.#counted === known.counted) {
      await this.#shipOne(next);
    }
    const proofs = known.proofs + (isTried && this.#counted > known.counted ? 1 : 0);
    this.#stuck.set(path, { failures, proofs, counted: this.#counted });
    return proofs >= proofsOfFault;
  }

  async #shipOne(segment: FoundSegment): Promise<Outcome> {
    let bytes: Uint8Array;
    try {
      bytes = await readFile(segment.path);
    } catch (error) {
      return this.#unread(segment, error);
    }
    const read = new EventFrames(bytes);
    try {
      await this.#counter.count(segment, read);
      this.#taken();
    } catch (error) {
      return { kind: 'waits', error };
    }
    try {
      await this.#remove(segment, bytes.length, read);
    } catch (error) {
      // The ledger has it: it is not counted again.
      return this.#unread(segment, error);
    }
    this.#reportDamage(segment, read);
    return done;
  }

  /** A file that could not be read or removed: another process has shipped it, or the disk is at fault. */
  #unread(segment: FoundSegment, error: unknown): Outcome {
    if (isMissing(error)) {
      this.#forget(segment);
      return done;
    }
    if (!this.#unreadable.has(segment.path)) {
      this.#unreadable.add(segment.path);
      this.#options.report.unreadable(segment, error);
    }
    return { kind: 'left' };
  }

  /** Reports damage once for a segment: when the rest of it is counted. */
  #reportDamage(segment: FoundSegment, { unreadable, tornBytes }: Damage): void {
    if (tornBytes > 0 || unreadable > 0) {
      this.#options.report.damaged(segment, tornBytes, unreadable);
    }
    if (unreadable > 0) {
      this.#options.report.lost(unreadable, 'unreadable');
    }
  }

  async #setAsideWhole(segment: FoundSegment, error: unknown): Promise<void> {
    const bytes = await readFile(segment.path);
    const decoded = decodeEventFrames(bytes);
    await this.#counter.setAside(segment, { refused: decoded.events, rest: [] }, error);
    await this.#remove(segment, bytes.length, decoded.events);
    this.#reportDamage(segment, decoded);
  }

  /**
   * Moves a segment out of the spool and into the archive, without the events that are set aside: they are counted when
   * they are replayed.
   */
  async #remove(
    segment: FoundSegment,
    bytes: number,
    events: Iterable<StitcherEvent>,
  ): Promise<void> {
    const { intake, aside, report } = this.#options;
    if (intake === undefined) {
      await rm(segment.path, { force: true });
    } else {
      const refused = await aside.eventsOf(segment);
      const counted = refused.length === 0 ? undefined : without([...events], refused);
      if (!(await intake.take(segment, counted))) report.notArchived?.(segment, [...events].length);
    }
    this.#forget(segment);
    this.#waitingBytes = Math.max(0, this.#waitingBytes - bytes);
  }

  #forget({ path }: FoundSegment): void {
    this.#stuck.delete(path);
    this.#unreadable.delete(path);
  }

  #taken(): void {
    this.#counted += 1;
    if (this.#failures > 0) {
      this.#failures = 0;
      this.#options.report.resumed();
    }
  }

  #later(error: unknown, segments: number): void {
    this.#failures += 1;
    if (this.#failures === 1) {
      this.#options.report.waiting(error, segments, this.#waitingBytes);
    }
    const { first, last } = this.#options.retryMs ?? { first: 1_000, last: 15_000 };
    const delayMs = Math.min(last, first * 2 ** Math.min(this.#failures - 1, 10));
    if (!this.#stopped) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.ship(), delayMs);
    }
  }

  /**
   * Adopts and ships the segments of dead writers, torn ones, too; their folders are removed when empty. Called again
   * and again: a process of another host is known to be dead only after a while.
   */
  recover(): Promise<void> {
    if (this.#stopped) {
      return Promise.resolve();
    }
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

  /** Ships the segments that are closed, then looks for no more. */
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

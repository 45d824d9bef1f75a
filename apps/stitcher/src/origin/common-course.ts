/**
 * The course of a source that other stitchers may have, too. One of them requests it, and puts what it has read under the
 * next version unless another one stands there; all take the versions in their order, and show each 250 ms after it was
 * put. Who has put the last one goes on; when that is overdue another one requests the source. As long as nobody else has
 * the source nothing is put and nothing waits.
 * @see ADR 0068
 */
import { withTimeout } from '@interlude/runtime';
import type { CommonReading, CommonReadings } from './common-readings.ts';
import type { StoredSource } from './stored-source.ts';

const limits = {
  /** A reading is put before it is known when the next one is due: no sooner than this. */
  leastNextMs: 500,
  /** Another one requests the source when it is overdue by this share of the pause, and by this at least. */
  overdueShare: 0.5,
  overdueLeastMs: 500,
  /** Those who might do so do it one after the other. */
  overdueSpreadMs: 300,
  /** Who has put the last reading answers a stitcher that joins at once, others when it has not. */
  answerAfterMs: 100,
  answerSpreadMs: 100,
  holdsEveryMs: 20_000,
  /** After this long without a sign of others nothing is put any more. */
  aloneAfterMs: 60_000,
  /** What a request waits for what others may show. */
  confirmWithinMs: 1_500,
  /** While readings cannot be put: how often it is tried. */
  putAgainMs: 2_000,
} as const;

/** What becomes of a reading that this process has made. */
export type Placed =
  /** Of this process alone. */
  | { readonly kind: 'own' }
  /** It says nothing new. */
  | { readonly kind: 'stands' }
  /** Others have read the source meanwhile. */
  | { readonly kind: 'late' }
  /** It is shown at this time, on the clock of the store. */
  | { readonly kind: 'common'; readonly applyAtMs: number };

/** See `SourceProtocol`. */
interface Packing<Reading> {
  readonly begin: (past: Promise<StoredSource | undefined>) => void;
  readonly isNews: (reading: Reading) => boolean;
  readonly stands: () => void;
  readonly pack: (reading: Reading) => Promise<StoredSource>;
  readonly unpack: (lines: StoredSource) => Promise<Reading>;
  readonly packWhole: () => Promise<StoredSource>;
  readonly store: () => Promise<StoredSource | undefined>;
}

/** The source that takes the course. */
interface Following<Reading> {
  /** Work that must not overlap with the taking of a reading. */
  readonly step: (work: () => Promise<void>) => void;
  /** Takes a reading of another stitcher. @throws when the source cannot be opened with it */
  readonly take: (reading: Reading, applyAtMs: number) => Promise<void>;
  /** The source is to be requested after this, milliseconds, unless there is a reading before. */
  readonly due: (delayMs: number) => void;
  /** What others have does not follow from what is known here. */
  readonly diverged: () => void;
  readonly broken: (error: unknown) => void;
}

/**
 * `alone`: nobody else is known to have it; `common`: readings are put and taken; `away`: they cannot be put, and each
 * stitcher goes on for itself; `left`: those of others cannot be read here.
 */
type State = 'alone' | 'common' | 'away' | 'left';

export class CommonCourse<Reading> {
  readonly #common: CommonReadings;
  readonly #packing: Packing<Reading>;
  readonly #following: Following<Reading>;
  #state: State = 'alone';
  #version = 0;
  #isOpen = false;
  #hasFailed = false;
  /** It is being opened by a request of its own. */
  #isBeginning = false;
  /** What it goes on from; left out after an attempt that has failed: parts of it may have been left out. */
  #past: Promise<StoredSource | undefined> | undefined;
  /** Somebody waits for a reading with a base. */
  #isAwaited = false;
  /** This process has put the last reading. */
  #isReader = false;
  /** Until then others can have shown nothing newer, on the clock of the store. */
  #certainUntilMs = 0;
  /** When the source may be requested by another one, likewise. */
  #dueAtMs = 0;
  #pauseMs = 0;
  /** Of the newest reading that was heard of, and when it is shown. */
  #heardVersion = 0;
  #shownAtMs = 0;
  #otherAtMs = 0;
  #triedAtMs = Number.NEGATIVE_INFINITY;
  #holding: NodeJS.Timeout | undefined;
  #answering: NodeJS.Timeout | undefined;
  #confirming: Promise<void> | undefined;
  #isStopped = false;

  constructor(common: CommonReadings, packing: Packing<Reading>, following: Following<Reading>) {
    this.#common = common;
    this.#packing = packing;
    this.#following = following;
  }

  /** Of the last reading that was taken in common, 0: none. */
  get version(): number {
    return this.#version;
  }

  /** Begins with what others have read. @returns false when nobody has the source. @throws what keeps it from being opened */
  async join(): Promise<boolean> {
    this.#common.watch({
      onJoin: () => this.#answer(),
      onOther: () => this.#noteOther(),
      onReading: (version, putAtMs, nextMs) => this.#heard(version, putAtMs, nextMs),
      onGap: () => this.#following.step(() => this.#catchUp()),
    });
    if (this.#state === 'left') {
      return false;
    }
    const joined = await this.#common.join();
    return joined !== undefined && this.#begin(joined);
  }

  /** It is opened by a request of this process. @param past what it goes on from */
  begins(past: Promise<StoredSource | undefined>): void {
    this.#isBeginning = true;
    this.#past = past;
  }

  /** @returns false when they cannot be read here */
  async #begin(readings: readonly CommonReading[]): Promise<boolean> {
    const [first] = readings;
    if (!first?.base) {
      return false;
    }
    const { base } = first;
    this.#packing.begin(Promise.resolve(base.length > 0 ? base : undefined));
    this.#version = first.version - 1;
    this.#state = 'common';
    this.#otherAtMs = this.#common.now();
    if (!(await this.#takeAll(readings))) {
      return false;
    }
    if (this.#dueAtMs < this.#common.now()) {
      this.#promise(limits.leastNextMs);
    }
    return true;
  }

  opened(): void {
    this.#isOpen = true;
    this.#isBeginning = false;
    this.#past = undefined;
    if (this.#state === 'common') {
      this.#hold();
      if (!this.#isReader) {
        this.wait();
      }
    }
    if (this.#isAwaited) {
      this.#following.step(() => this.#putWhole());
    }
  }

  failed(): void {
    this.#isBeginning = false;
    this.#hasFailed = true;
    if (this.#state === 'common') {
      this.#state = 'alone';
    }
  }

  #noteOther(): void {
    this.#otherAtMs = this.#common.now();
  }

  /** A stitcher opens the source. */
  #answer(): void {
    if (this.#isStopped || this.#state === 'left' || !(this.#isOpen || this.#isBeginning)) {
      return;
    }
    this.#noteOther();
    this.#isAwaited = true;
    const isFirst = this.#state !== 'common' || this.#isReader;
    const { answerAfterMs, answerSpreadMs } = limits;
    const answer = () => {
      if (this.#isAwaited && !this.#isStopped) {
        this.#common.here(this.#version);
        if (this.#isOpen) {
          this.#following.step(() => this.#putWhole());
        }
      }
    };
    if (isFirst) {
      answer();
    } else {
      clearTimeout(this.#answering);
      const delayMs = answerAfterMs + Math.random() * answerSpreadMs;
      this.#answering = setTimeout(answer, delayMs);
    }
  }

  /** Puts all that is known under the next version: who has the one before has it, too. */
  async #putWhole(): Promise<void> {
    if (!this.#isAwaited || this.#isStopped || this.#state === 'left') {
      return;
    }
    this.#isAwaited = false;
    const version = this.#version + 1;
    const [base, lines] = await Promise.all([this.#packing.store(), this.#packing.packWhole()]);
    const putAtMs = await this.#common.put({ version, lines, base: base ?? [] });
    if (putAtMs === undefined) {
      return;
    }
    if (putAtMs === false) {
      await this.#overtaken();
      return;
    }
    this.#version = version;
    this.#isReader = true;
    if (this.#state !== 'common') {
      this.#state = 'common';
      this.#hold();
    }
    // When it is requested next was promised before, or is not known here.
    const leftMs = Math.max(0, this.#dueAtMs - this.#common.now());
    this.#common.stands(version, leftMs);
  }

  /** Another one stands where this process wanted to put its own. */
  async #overtaken(): Promise<void> {
    if (this.#state === 'common') {
      await this.#catchUp();
    } else {
      this.#following.diverged();
    }
  }

  #hold(): void {
    clearInterval(this.#holding);
    this.#common.holds(this.#version);
    this.#holding = setInterval(() => this.#common.holds(this.#version), limits.holdsEveryMs);
    this.#holding.unref();
  }

  /**
   * Puts a reading that this process has made. One that cannot be put together is of this process alone, and so are all
   * after it.
   * @param from version that was taken when it was requested
   * @throws what keeps the source from being opened with the reading of another stitcher
   */
  async place(reading: Reading, from: number): Promise<Placed> {
    if (!this.#isOpen) {
      return this.#placeFirst(reading);
    }
    try {
      return await this.#place(reading, from);
    } catch (error) {
      this.#leave(error);
      return { kind: 'own' };
    }
  }

  async #place(reading: Reading, from: number): Promise<Placed> {
    this.#leaveIfAlone();
    if (this.#state === 'away') {
      this.#tryAgain();
    }
    if (this.#state !== 'common') {
      return { kind: 'own' };
    }
    if (this.#version !== from) {
      return { kind: 'late' };
    }
    if (!this.#packing.isNews(reading)) {
      this.#packing.stands();
      return { kind: 'stands' };
    }
    const version = from + 1;
    const lines = await this.#packing.pack(reading);
    const putAtMs = await this.#common.put({ version, lines });
    if (putAtMs === undefined) {
      this.#state = 'away';
      return { kind: 'own' };
    }
    if (putAtMs === false) {
      await this.#catchUp();
      return { kind: 'late' };
    }
    this.#version = version;
    this.#isReader = true;
    this.#promise(limits.leastNextMs);
    return { kind: 'common', applyAtMs: putAtMs + this.#common.shownAfterMs };
  }

  /** Two that open the source at one time begin with the same. */
  async #placeFirst(reading: Reading): Promise<Placed> {
    if (this.#hasFailed || this.#state === 'left' || !this.#common.isShared()) {
      return { kind: 'own' };
    }
    const newest = await this.#common.newest();
    if (!newest) {
      return { kind: 'own' };
    }
    const version = newest.version + 1;
    const base = (await this.#past) ?? [];
    const lines = await this.#packing.pack(reading);
    const putAtMs = await this.#common.put({ version, lines, base });
    if (putAtMs === undefined) {
      return { kind: 'own' };
    }
    if (putAtMs !== false) {
      this.#version = version;
      this.#isReader = true;
      this.#state = 'common';
      this.#noteOther();
      return { kind: 'own' };
    }
    const joined = await this.#common.sinceBase();
    const isJoined = joined !== undefined && (await this.#begin(joined));
    return isJoined ? { kind: 'late' } : { kind: 'own' };
  }

  /** Inside a step. */
  async #catchUp(): Promise<void> {
    if (this.#state !== 'common' || this.#isStopped) {
      return;
    }
    const readings = await this.#common.after(this.#version);
    if (!readings) {
      this.#goAway();
      return;
    }
    await this.#takeAll(readings);
  }

  /** This process goes on for itself. */
  #leave(error: unknown): void {
    this.#following.broken(error);
    this.#state = 'left';
    clearInterval(this.#holding);
    this.#following.due(limits.leastNextMs);
  }

  /** This process goes on for itself until the store is back. */
  #goAway(): void {
    this.#state = 'away';
    this.#following.due(limits.leastNextMs);
  }

  /** @returns false when they do not follow, or cannot be read here */
  async #takeAll(readings: readonly CommonReading[]): Promise<boolean> {
    for (const { version, lines, base, putAtMs } of readings) {
      if (version <= this.#version) {
        continue;
      }
      if (version !== this.#version + 1) {
        this.#following.diverged();
        return false;
      }
      if (base && this.#isOpen) {
        // It says what is known here.
        this.#isAwaited = false;
      } else if (!(await this.#takeOne(lines, putAtMs))) {
        return false;
      }
      this.#version = version;
    }
    return true;
  }

  async #takeOne(lines: StoredSource, putAtMs: number): Promise<boolean> {
    let reading: Reading;
    try {
      reading = await this.#packing.unpack(lines);
    } catch (error) {
      this.#leave(error);
      return false;
    }
    await this.#following.take(reading, putAtMs + this.#common.shownAfterMs);
    return true;
  }

  /** A notice of another stitcher. */
  #heard(version: number, putAtMs: number | undefined, nextMs: number): void {
    this.#noteOther();
    if (this.#isStopped || version < this.#version) {
      return;
    }
    if (!this.#isOpen) {
      this.#promise(nextMs);
      return;
    }
    if (this.#state === 'alone' && version > this.#version) {
      // It has begun without what is known here.
      this.#following.diverged();
      return;
    }
    if (this.#state !== 'common') {
      return;
    }
    this.#isReader = false;
    this.#promise(nextMs);
    if (version > this.#version) {
      this.#shownAtMs = (putAtMs ?? this.#common.now()) + this.#common.shownAfterMs;
      this.#heardVersion = version;
      this.#following.step(() => this.#catchUp());
    }
    this.wait();
  }

  /** The source is not requested again before this, milliseconds from now. */
  #promise(nextMs: number): void {
    this.#pauseMs = nextMs;
    this.#dueAtMs = this.#common.now() + nextMs;
    this.#certainUntilMs = this.#dueAtMs + this.#common.shownAfterMs;
  }

  /** Another one requests the source; this one does when it is overdue. */
  wait(): void {
    const { overdueShare, overdueLeastMs, overdueSpreadMs } = limits;
    const graceMs = Math.max(overdueLeastMs, this.#pauseMs * overdueShare);
    const spreadMs = Math.random() * overdueSpreadMs;
    this.#following.due(Math.max(0, this.#dueAtMs - this.#common.now()) + graceMs + spreadMs);
  }

  /** This process requests the source again after this, milliseconds: the others learn it. */
  turnIn(nextMs: number): void {
    this.#promise(nextMs);
    if (this.#state === 'common') {
      this.#isReader = true;
      this.#common.stands(this.#version, nextMs);
    }
  }

  #leaveIfAlone(): void {
    if (this.#state === 'common' && this.#common.now() - this.#otherAtMs > limits.aloneAfterMs) {
      this.#state = 'alone';
      clearInterval(this.#holding);
    }
  }

  #tryAgain(): void {
    if (this.#common.now() - this.#triedAtMs >= limits.putAgainMs) {
      this.#triedAtMs = this.#common.now();
      this.#isAwaited = true;
      this.#following.step(() => this.#putWhole());
    }
  }

  /** Resolves when outputs may show what was put. */
  async until(atMs: number): Promise<void> {
    for (;;) {
      const leftMs = atMs - this.#common.now();
      if (leftMs <= 0 || this.#isStopped) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(leftMs)));
    }
  }

  /**
   * Whether others may show what is not known here: resolves when it is, or when nobody can say so.
   * @returns undefined when they cannot
   */
  confirm(): Promise<void> | undefined {
    if (this.#state !== 'common' || !this.#isOpen) {
      return undefined;
    }
    const nowMs = this.#common.now();
    const isBehind = this.#heardVersion > this.#version && nowMs >= this.#shownAtMs;
    if (!isBehind && nowMs < this.#certainUntilMs) {
      return undefined;
    }
    this.#confirming ??= this.#confirm().finally(() => {
      this.#confirming = undefined;
    });
    return this.#confirming;
  }

  async #confirm(): Promise<void> {
    const newest = await this.#common.newest();
    if (newest && newest.version > this.#version) {
      const caughtUp = new Promise<void>((resolve) => {
        this.#following.step(() => this.#catchUp().finally(resolve));
      });
      await withTimeout(caughtUp, limits.confirmWithinMs, () => undefined);
    }
    const readAtMs = newest?.nowMs ?? this.#common.now();
    this.#heardVersion = Math.min(this.#heardVersion, this.#version);
    this.#certainUntilMs = Math.max(this.#certainUntilMs, readAtMs + this.#common.shownAfterMs);
  }

  /** The next one to request it is another one. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#holding);
    clearTimeout(this.#answering);
    if (this.#state === 'common' && this.#isReader) {
      this.#common.stands(this.#version, 0);
    }
    this.#common.close();
  }
}

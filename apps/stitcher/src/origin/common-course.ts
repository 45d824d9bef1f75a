/**
 * Order of the readings of a source that several stitchers have, and the moment at which all show them. One stitcher
 * requests the source and puts each reading into the store under the next version, unless that version is taken; all
 * take the versions in order, and show each 250 ms after it was put. The stitcher that put the last reading requests
 * the next one; when that is overdue, another one does. While no other stitcher has the source, nothing is put and
 * nothing waits.
 * @see ADR 0068
 */
import { withTimeout } from '@interlude/runtime';
import type { CommonReading, CommonReadings } from './common-readings.ts';
import type { StoredSource } from './stored-source.ts';

const limits = {
  /** Pause that is assumed after a reading was put, until its reader announces when it requests the next one. */
  leastNextMs: 500,
  /**
   * Another stitcher requests the source when it is overdue by this share of the pause, and by `overdueLeastMs` at
   * least.
   */
  overdueShare: 0.5,
  overdueLeastMs: 500,
  /** Random delay on top, so that several stitchers do not request an overdue source at the same time. */
  overdueSpreadMs: 300,
  /**
   * The stitcher that put the last reading answers a join at once; others do after this and a random delay, unless it
   * has.
   */
  answerAfterMs: 100,
  answerSpreadMs: 100,
  holdsEveryMs: 20_000,
  /** After this long without a notice of another stitcher, readings are no longer put. */
  aloneAfterMs: 60_000,
  /** Longest wait of a viewer's request for readings that other stitchers may show already. */
  confirmWithinMs: 1_500,
  /** Pause between attempts to put a reading while the store is away. */
  putAgainMs: 2_000,
} as const;

/** Outcome of `place` for a reading that this process has requested. */
export type Placed =
  /** Applied at once: this process opens the source with it, or no other stitcher takes it. */
  | { readonly kind: 'own' }
  /** It brings nothing new: the last reading stands. */
  | { readonly kind: 'stands' }
  /** Another stitcher has put a reading meanwhile; this one is dropped. */
  | { readonly kind: 'late' }
  /** It is put, and all stitchers show it at this time, epoch ms on the clock of the store. */
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

/** Calls from the course into its source. */
interface Following<Reading> {
  /** Queues work that must not overlap with the taking of a reading. */
  readonly step: (work: () => Promise<void>) => void;
  /** Takes a reading of another stitcher. @throws when the source cannot be opened with it */
  readonly take: (reading: Reading, applyAtMs: number) => Promise<void>;
  /** Schedules the next request of the source, milliseconds from now, in place of the one scheduled before. */
  readonly due: (delayMs: number) => void;
  /** The readings of other stitchers do not continue those taken here: the source has to be opened anew. */
  readonly diverged: () => void;
  readonly broken: (error: unknown) => void;
}

/**
 * `alone`: no other stitcher is known to have the source; `common`: readings are put and taken; `away`: the store takes
 * none, and each stitcher reads the source for itself; `left`: a reading could not be packed or unpacked here, and this
 * process reads the source for itself.
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
  /** This process opens the source by a request of its own. */
  #isBeginning = false;
  /**
   * Snapshot that the source is opened with: the base of its first reading. Unused after a failed attempt, which may
   * have left parts of it out.
   */
  #past: Promise<StoredSource | undefined> | undefined;
  /** A reading with a base is to be put: another stitcher opens the source, or the store was away. */
  #isAwaited = false;
  /** This process has put the last reading. */
  #isReader = false;
  /** Before this no other stitcher can show anything newer; epoch ms on the clock of the store. */
  #certainUntilMs = 0;
  /** When the next request of the source is due, likewise. */
  #dueAtMs = 0;
  #pauseMs = 0;
  /** Version of the newest reading that was announced; it is shown at `#shownAtMs`. */
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

  /** Version of the last common reading that was taken; 0: none. */
  get version(): number {
    return this.#version;
  }

  /**
   * Begins with the readings of other stitchers.
   * @returns false when none has the source, or they cannot be read here
   * @throws what keeps it from being opened
   */
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

  /**
   * The source is being opened by a request of this process.
   * @param past snapshot that it goes on from
   */
  begins(past: Promise<StoredSource | undefined>): void {
    this.#isBeginning = true;
    this.#past = past;
  }

  /** @returns false when they have no base, or cannot be read here */
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

  /** Answers another stitcher that opens the source. */
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

  /** Puts the whole state as a reading with a base. Stitchers that have the version before have that state already. */
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
    // The next request is due as announced before, or, where that is not known here, at once.
    const leftMs = Math.max(0, this.#dueAtMs - this.#common.now());
    this.#common.stands(version, leftMs);
  }

  /** Another reading has the version under which this process wanted to put its own. */
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
   * Puts a reading that this process has requested. From one that cannot be packed on, this process reads the source
   * for itself.
   * @param from version of the last common reading when the source was requested
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

  /**
   * Puts the first reading; of two stitchers that open the source at the same time, both begin with the one put first.
   */
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

  /** Takes the readings that were missed. Call it inside a step. */
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

  /** From now on this process reads the source for itself. */
  #leave(error: unknown): void {
    this.#following.broken(error);
    this.#state = 'left';
    clearInterval(this.#holding);
    this.#following.due(limits.leastNextMs);
  }

  /** This process reads the source for itself until the store is back. */
  #goAway(): void {
    this.#state = 'away';
    this.#following.due(limits.leastNextMs);
  }

  /** @returns false when a version is missing, or a reading cannot be read here */
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
        // It holds the state for joining stitchers; this one has that state already.
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
      // The other stitcher has opened the source without the state of this one.
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

  /** Notes that no stitcher requests the source before this, milliseconds from now. */
  #promise(nextMs: number): void {
    this.#pauseMs = nextMs;
    this.#dueAtMs = this.#common.now() + nextMs;
    this.#certainUntilMs = this.#dueAtMs + this.#common.shownAfterMs;
  }

  /** Waits for another stitcher to request the source; this one requests it when that is overdue. */
  wait(): void {
    const { overdueShare, overdueLeastMs, overdueSpreadMs } = limits;
    const graceMs = Math.max(overdueLeastMs, this.#pauseMs * overdueShare);
    const spreadMs = Math.random() * overdueSpreadMs;
    this.#following.due(Math.max(0, this.#dueAtMs - this.#common.now()) + graceMs + spreadMs);
  }

  /** Announces to the others that this process requests the source again after this, milliseconds. */
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

  /**
   * Resolves when outputs may show a reading.
   * @param atMs epoch ms on the clock of the store
   */
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
   * Catches up where other stitchers may show readings that were not taken here; resolves then, or when the store does
   * not answer.
   * @returns undefined when no reading can be missing
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

  /** Hands the next request of the source over to another stitcher. */
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

/**
 * Life of a live source of either protocol: it is opened once for all requests that wait, polled at its pace until it
 * is stopped, and reports its health. The protocol requests the manifests, takes the answers, and says when the next
 * poll is due. Where other stitchers have the source, too, all take the readings of one of them (`CommonCourse`).
 */
import type { DomainError } from '@interlude/contract/errors';
import { budgetLimits, type Clock, isTooLarge } from '@interlude/runtime';
import { CommonCourse, type Placed } from './common-course.ts';
import type { CommonReadings } from './common-readings.ts';
import { asDomainError } from './open-within.ts';
import { originLimits } from './origin-limits.ts';
import {
  nextHealth,
  type PollResult,
  type SourceHealth,
  type SourceReport,
} from './source-report.ts';
import type { FindStored, StoredSource } from './stored-source.ts';

/** Change by a reading: a changed manifest, segments that became available by the clock alone, or none. */
export type News = 'manifest' | 'edge' | 'none';

export interface Poll {
  readonly result: PollResult;
  /** Outputs may show something new. */
  readonly isNew: boolean;
  /** Milliseconds that the poll took. */
  readonly tookMs: number;
}

/** The parts of a source that differ between HLS and DASH. */
export interface SourceProtocol<Opened, Reading> {
  /** Address of the source, for errors. */
  readonly url: string;
  /** Sets the snapshot to open with, before the first reading is requested or taken. */
  readonly begin: (past: Promise<StoredSource | undefined>) => void;
  /** Requests the source; outputs do not see the answer. @throws why nothing of it could be read */
  readonly request: () => Promise<Reading>;
  /**
   * Takes a reading, of this process or another one; outputs do not see it before `apply`.
   * @param isCommon other stitchers take the same reading
   * @returns why a part of it could not be read
   * @throws why nothing of it could be taken
   */
  readonly take: (reading: Reading, isCommon: boolean) => Promise<DomainError | undefined>;
  /** Shows to outputs what was taken last. */
  readonly apply: () => News;
  /** Adds the present state to the kept readings, under its new version. */
  readonly note: (version: number) => void;
  /** The opened source, as it is now. @throws {DomainError} why outputs cannot be made of it */
  readonly opened: () => Opened;
  /** The presentation has ended: nothing new is to come. */
  readonly isEnded: () => boolean;
  /** Milliseconds until the next poll; called once after each poll. */
  readonly delayMs: (poll: Poll) => number;
  /** True when a reading differs from what was taken last. */
  readonly isNews: (reading: Reading) => boolean;
  /** Notes that the source was requested and is unchanged. */
  readonly stands: () => void;
  readonly pack: (reading: Reading) => Promise<StoredSource>;
  /** @throws why it cannot be read here */
  readonly unpack: (lines: StoredSource) => Promise<Reading>;
  /** The whole state that was taken last as one reading, as of the moment of the call. */
  readonly packWhole: () => Promise<StoredSource>;
  /** Snapshot of the source, as of the moment of the call; undefined while it is not open. */
  readonly store: () => Promise<StoredSource | undefined>;
}

export interface SourceLifecycleOptions {
  readonly clock: Clock;
  readonly report: SourceReport;
  /** After a reading of an open source that brought something new. */
  readonly onChange: () => void;
  /** Finds the snapshot that the source is opened with; left out: there is none. */
  readonly findStored?: FindStored | undefined;
  /** Readings in common with other stitchers; left out: this process reads the source for itself. */
  readonly common?: CommonReadings | undefined;
  /** The readings of other stitchers do not continue those taken here: the source has to be opened anew. */
  readonly onDiverged?: (() => void) | undefined;
}

const retryAfterMs = (error: DomainError) =>
  isTooLarge(error) ? budgetLimits.tooLargeForMs : originLimits.reopenAfterMs;

const afterFailure = (error: DomainError | false | undefined, paceMs: number) =>
  isTooLarge(error) ? budgetLimits.tooLargeForMs : paceMs;

/**
 * Newest version among all sources: one that is opened anew must go on above the versions that sessions have followed.
 */
let newestVersion = 0;

/** Result of taking a reading. */
interface Taken {
  /** Why a part of it, or all of it, could not be read. */
  readonly error: DomainError | undefined;
  /** Nothing of it could be taken. */
  readonly isLost: boolean;
  readonly news: News;
}

function resultOf(error: DomainError | undefined, news: News): PollResult {
  const change = news === 'manifest' ? 'changed' : 'unchanged';
  return error ? 'failed' : change;
}

const nothingTaken: Taken = { error: undefined, isLost: false, news: 'none' };

export class SourceLifecycle<Opened, Reading> {
  readonly #protocol: SourceProtocol<Opened, Reading>;
  readonly #options: SourceLifecycleOptions;
  readonly #course: CommonCourse<Reading> | undefined;
  #past: Promise<StoredSource | undefined> | undefined;
  #isOpen = false;
  #opening: Promise<Opened> | undefined;
  #failedOpen: { readonly error: DomainError; readonly atMs: number } | undefined;
  #version = 0;
  #health: SourceHealth;
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #isStopped = false;
  /** Readings are taken one after the other. */
  #steps: Promise<unknown> = Promise.resolve();

  constructor(options: SourceLifecycleOptions, protocol: SourceProtocol<Opened, Reading>) {
    this.#protocol = protocol;
    this.#options = options;
    this.#health = { state: 'starting', sinceMs: options.clock.now() };
    const { common, onDiverged } = options;
    this.#course =
      common &&
      new CommonCourse(common, protocol, {
        step: (work) => void this.#step(work).catch((error) => options.report.broken(error)),
        take: (reading, applyAtMs) => this.#takeCommon(reading, applyAtMs),
        due: (delayMs) => this.#schedule(delayMs),
        diverged: () => !this.#isStopped && onDiverged?.(),
        broken: (error) => options.report.broken(error),
      });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get health(): SourceHealth {
    return this.#health;
  }

  /** Changes with everything new that outputs may show. */
  get version(): number {
    return this.#version;
  }

  /** See `PolledSource`. */
  confirm(): Promise<void> | undefined {
    return this.#course?.confirm();
  }

  /**
   * Begins a new version: outputs may show something new. DASH calls it between polls, too, when the clock moves the
   * edge.
   */
  advance(): void {
    newestVersion += 1;
    this.#version = newestVersion;
    this.#protocol.note(this.#version);
  }

  /**
   * Resolves when the source has been read once. A source that cannot be opened is tried again at the next call, but
   * not at once.
   * @throws {DomainError} why it cannot be read
   */
  open(): Promise<Opened> {
    if (this.#isOpen) {
      return Promise.resolve(this.#protocol.opened());
    }
    const failed = this.#failedOpen;
    if (failed && this.#options.clock.now() - failed.atMs < retryAfterMs(failed.error)) {
      return Promise.reject(failed.error);
    }
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<Opened> {
    try {
      if (!(await this.#course?.join())) {
        this.#past ??= this.#options.findStored?.() ?? Promise.resolve(undefined);
        this.#protocol.begin(this.#past);
        this.#course?.begins(this.#past);
        const lost = await this.#poll();
        if (lost) {
          throw lost;
        }
      }
      const opened = this.#protocol.opened();
      this.#isOpen = true;
      this.#failedOpen = undefined;
      // Released here: the snapshot of a window of hours has megabytes.
      this.#past = undefined;
      this.#course?.opened();
      return opened;
    } catch (error) {
      const failure = asDomainError(error, this.#protocol.url);
      this.#failedOpen = { error: failure, atMs: this.#options.clock.now() };
      clearTimeout(this.#timer);
      this.#course?.failed();
      this.#setHealth(failure);
      throw failure;
    }
  }

  #step<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#steps.then(work);
    this.#steps = done.catch(() => undefined);
    return done;
  }

  #schedule(delayMs: number): void {
    if (!this.#isStopped && !this.#isPolling) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#poll(), delayMs);
    }
  }

  /**
   * One poll: request, take, apply, report, and the time of the next one. Never rejects. A source that was stopped
   * meanwhile still takes the answer for requests that wait, but reports nothing and schedules no poll: its channel has
   * another source by now, or none.
   * @returns why nothing of the source could be read
   */
  async #poll(): Promise<DomainError | undefined> {
    const startedMs = this.#options.clock.now();
    const from = this.#course?.version ?? 0;
    this.#isPolling = true;
    const requested = await this.#request();
    return this.#step(async () => {
      const { error, isLost, news, placed } = await this.#placed(requested, from);
      this.#isPolling = false;
      if (placed === 'late') {
        this.#course?.wait();
        return undefined;
      }
      const isNew = news !== 'none';
      if (!this.#isStopped) {
        const result = resultOf(error, news);
        const tookMs = this.#options.clock.now() - startedMs;
        const delayMs = this.#protocol.delayMs({ result, isNew, tookMs });
        const paceMs = this.#protocol.isEnded() ? originLimits.maxPollMs : delayMs;
        const nextMs = afterFailure(isLost && error, paceMs);
        this.#course?.turnIn(nextMs);
        this.#schedule(nextMs);
      }
      return isLost ? error : undefined;
    });
  }

  async #request(): Promise<{ readonly reading: Reading } | { readonly error: DomainError }> {
    try {
      return { reading: await this.#protocol.request() };
    } catch (error) {
      return { error: asDomainError(error, this.#protocol.url) };
    }
  }

  /** @param from version of the last common reading when the source was requested */
  async #placed(
    requested: { readonly reading: Reading } | { readonly error: DomainError },
    from: number,
  ): Promise<Taken & { readonly placed: Placed['kind'] }> {
    if ('error' in requested) {
      const { error } = requested;
      this.#reportPoll(error, 'none');
      this.#report(error, 'none');
      return { ...nothingTaken, placed: 'own', isLost: true, error };
    }
    const { reading } = requested;
    const placed = (await this.#course?.place(reading, from)) ?? { kind: 'own' };
    switch (placed.kind) {
      case 'own':
        return { ...(await this.#take(reading, undefined, true)), placed: 'own' };
      case 'common':
        return { ...(await this.#take(reading, placed.applyAtMs, true)), placed: 'common' };
      case 'stands':
        this.#reportPoll(undefined, 'none');
        return { ...nothingTaken, placed: 'stands' };
      default:
        return { ...nothingTaken, placed: placed.kind };
    }
  }

  /**
   * @param applyAtMs when outputs may show it, epoch ms on the clock of the store; undefined: at once
   * @param isOwn this process has requested it
   */
  async #take(reading: Reading, applyAtMs: number | undefined, isOwn: boolean): Promise<Taken> {
    let error: DomainError | undefined;
    let isLost = false;
    try {
      error = await this.#protocol.take(reading, applyAtMs !== undefined);
    } catch (failure) {
      isLost = true;
      error = asDomainError(failure, this.#protocol.url);
    }
    if (applyAtMs !== undefined) {
      await this.#course?.until(applyAtMs);
    }
    const news = isLost ? 'none' : this.#applySafely();
    if (news !== 'none') {
      this.advance();
    }
    if (isOwn) {
      this.#reportPoll(error, news);
    }
    this.#report(error, news);
    return { error, isLost, news };
  }

  /**
   * Takes a reading of another stitcher.
   * @throws {DomainError} when nothing of it can be taken by a source that is not open
   */
  async #takeCommon(reading: Reading, applyAtMs: number): Promise<void> {
    const { error, isLost } = await this.#take(reading, applyAtMs, false);
    if (isLost && error && !this.#isOpen) {
      throw error;
    }
  }

  #reportPoll(error: DomainError | undefined, news: News): void {
    if (!this.#isStopped) {
      this.#options.report.polled(resultOf(error, news));
    }
  }

  #report(error: DomainError | undefined, news: News): void {
    if (!this.#isStopped) {
      this.#setHealth(error);
      if (news !== 'none' && this.#isOpen) {
        this.#options.onChange();
      }
    }
  }

  /** A manifest on which `apply` throws must not end the polling. */
  #applySafely(): News {
    try {
      return this.#protocol.apply();
    } catch (error) {
      this.#options.report.broken(error);
      return 'none';
    }
  }

  #setHealth(error: DomainError | undefined): void {
    const { clock, report } = this.#options;
    const health = nextHealth(this.#health, error, clock.now());
    if (health !== this.#health && !this.#isStopped) {
      this.#health = health;
      report.state(health, error);
    }
  }

  /** Stops polling. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#course?.stop();
  }
}

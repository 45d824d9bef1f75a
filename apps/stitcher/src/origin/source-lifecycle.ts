/**
 * How a live source lives, whatever its protocol: it is opened once for all who wait, read at its pace until it is
 * stopped, and reports how it fares. What is requested, how the answer is taken and when the next one is due is given by
 * the protocol. Where other stitchers have the source, too, all take the readings of one of them (`CommonCourse`).
 */
import type { DomainError } from '@interlude/contract';
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

/** What a reading has brought: a changed manifest, segments that the clock alone made available, or nothing. */
export type News = 'manifest' | 'edge' | 'none';

export interface Poll {
  readonly result: PollResult;
  /** Outputs may show something new. */
  readonly isNew: boolean;
  /** Milliseconds that the poll took. */
  readonly tookMs: number;
}

/** What differs between HLS and DASH. */
export interface SourceProtocol<Opened, Reading> {
  /** Address of the source, for errors. */
  readonly url: string;
  /** What is known of its past, before the first reading is requested or taken. */
  readonly begin: (past: Promise<StoredSource | undefined>) => void;
  /** Requests the source; outputs do not see it. @throws what keeps all of it from being read */
  readonly request: () => Promise<Reading>;
  /**
   * Takes a reading, of this process or another one; outputs do not see it before `apply`.
   * @param isCommon others take the same
   * @returns why a part of it could not be read
   * @throws what keeps all of it from being taken
   */
  readonly take: (reading: Reading, isCommon: boolean) => Promise<DomainError | undefined>;
  /** Takes over what was taken last. */
  readonly apply: () => News;
  /** Keeps what the source says now, under its new version. */
  readonly note: (version: number) => void;
  /** What the source was opened to, as it is now. @throws {DomainError} why outputs cannot be made of it */
  readonly opened: () => Opened;
  /** The presentation has ended: nothing new is to come. */
  readonly isEnded: () => boolean;
  /** Milliseconds until the next poll; called once after each poll. */
  readonly delayMs: (poll: Poll) => number;
  /** Whether a reading says something that was not taken before. */
  readonly isNews: (reading: Reading) => boolean;
  /** The source was requested, and all that was taken stands. */
  readonly stands: () => void;
  readonly pack: (reading: Reading) => Promise<StoredSource>;
  /** @throws what keeps it from being read here */
  readonly unpack: (lines: StoredSource) => Promise<Reading>;
  /** All that was taken last as one reading, as of the moment of the call. */
  readonly packWhole: () => Promise<StoredSource>;
  /** What is known of its past, as of the moment of the call. */
  readonly store: () => Promise<StoredSource | undefined>;
}

export interface SourceLifecycleOptions {
  readonly clock: Clock;
  readonly report: SourceReport;
  /** After a reading of an open source that brought something new. */
  readonly onChange: () => void;
  /** Its past, for a source that is opened; left out: it has none. */
  readonly findStored?: FindStored | undefined;
  /** Left out: it is read by this process for itself. */
  readonly common?: CommonReadings | undefined;
  /** Others read another source by now: it has to be opened anew. */
  readonly onDiverged?: (() => void) | undefined;
}

const retryAfterMs = (error: DomainError) =>
  isTooLarge(error) ? budgetLimits.tooLargeForMs : originLimits.reopenAfterMs;

const afterFailure = (error: DomainError | false | undefined, paceMs: number) =>
  isTooLarge(error) ? budgetLimits.tooLargeForMs : paceMs;

/** Of all sources together: one that is opened anew goes on above what its sessions have followed. */
let newestVersion = 0;

/** What became of a reading. */
interface Taken {
  /** What kept a part of it from being read, or all. */
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

  /** Outputs may show something new between two polls. */
  advance(): void {
    newestVersion += 1;
    this.#version = newestVersion;
    this.#protocol.note(this.#version);
  }

  /**
   * Resolves when the source has been read once. A source that cannot be opened is tried again at the next
   * call, but not at once.
   * @throws {DomainError} what keeps it from being read
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
      // A window of hours has megabytes.
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
   * meanwhile still has its answer for those who wait, and nothing else: its channel has another source by now, or none.
   * @returns what kept all of the source from being read
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

  /** @param from common version that was taken when it was requested */
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
   * @param applyAtMs when outputs may show it, on the clock of the store; undefined: at once, here alone
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

  /** A reading that another stitcher has made. @throws {DomainError} when nothing of it can be taken by a source that is not open */
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

  /** A manifest that our own code stumbles over must not end the polling. */
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

  /** Polls no more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#course?.stop();
  }
}

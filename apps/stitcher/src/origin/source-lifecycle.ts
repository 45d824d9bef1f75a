/**
 * How a live source lives, whatever its protocol: it is opened once for all who wait, polled at its pace until it is
 * stopped, and reports how it fares. What a poll requests, how the answer is read and when the next poll is due is
 * given by the protocol.
 */
import type { DomainError } from '@interlude/contract';
import { budgetLimits, type Clock, isTooLarge } from '@interlude/runtime';
import { asDomainError } from './open-within.ts';
import { originLimits } from './origin-limits.ts';
import {
  nextHealth,
  type PollResult,
  type SourceHealth,
  type SourceReport,
} from './source-report.ts';

/** What a poll has brought: a changed manifest, segments that the clock alone made available, or nothing. */
export type News = 'manifest' | 'edge' | 'none';

export interface Poll {
  readonly result: PollResult;
  /** Outputs may show something new. */
  readonly isNew: boolean;
  /** Milliseconds that the poll took. */
  readonly tookMs: number;
}

/** What differs between HLS and DASH. */
export interface SourceProtocol<Opened> {
  /** Address of the source, for errors. */
  readonly url: string;
  /**
   * Requests what one poll needs; outputs do not see it before `apply`.
   * @returns why a part of it could not be read
   * @throws what keeps all of it from being read
   */
  readonly read: () => Promise<DomainError | undefined>;
  /** Takes over what was read last. */
  readonly apply: () => News;
  /** Keeps what the source says now, under its new version. */
  readonly note: (version: number) => void;
  /** What the source was opened to, as it is now. @throws {DomainError} why outputs cannot be made of it */
  readonly opened: () => Opened;
  /** The presentation has ended: nothing new is to come. */
  readonly isEnded: () => boolean;
  /** Milliseconds until the next poll; called once after each poll. */
  readonly delayMs: (poll: Poll) => number;
}

export interface SourceLifecycleOptions {
  readonly clock: Clock;
  readonly report: SourceReport;
  /** After a poll of an open source that brought something new. */
  readonly onChange: () => void;
}

const retryAfterMs = (error: DomainError) =>
  isTooLarge(error) ? budgetLimits.tooLargeForMs : originLimits.reopenAfterMs;

const afterFailure = (error: DomainError | false | undefined, paceMs: number) =>
  isTooLarge(error) ? budgetLimits.tooLargeForMs : paceMs;

/** Of all sources together: one that is opened anew goes on above what its sessions have followed. */
let newestVersion = 0;

export class SourceLifecycle<Opened> {
  readonly #protocol: SourceProtocol<Opened>;
  readonly #options: SourceLifecycleOptions;
  #isOpen = false;
  #opening: Promise<Opened> | undefined;
  #failedOpen: { readonly error: DomainError; readonly atMs: number } | undefined;
  #version = 0;
  #health: SourceHealth;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: SourceLifecycleOptions, protocol: SourceProtocol<Opened>) {
    this.#protocol = protocol;
    this.#options = options;
    this.#health = { state: 'starting', sinceMs: options.clock.now() };
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
      const lost = await this.#poll();
      if (lost) {
        throw lost;
      }
      const opened = this.#protocol.opened();
      this.#isOpen = true;
      this.#failedOpen = undefined;
      return opened;
    } catch (error) {
      const failure = asDomainError(error, this.#protocol.url);
      this.#failedOpen = { error: failure, atMs: this.#options.clock.now() };
      clearTimeout(this.#timer);
      this.#setHealth(failure);
      throw failure;
    }
  }

  /**
   * One poll: read, apply, report, and the time of the next one. Never rejects. A source that was stopped meanwhile
   * still has its answer for those who wait, and nothing else: its channel has another source by now, or none.
   * @returns what kept all of the source from being read
   */
  async #poll(): Promise<DomainError | undefined> {
    const { clock, report, onChange } = this.#options;
    const startedMs = clock.now();
    const { error, isLost } = await this.#read();
    const news = isLost ? 'none' : this.#applySafely();
    const isNew = news !== 'none';
    if (isNew) {
      this.advance();
    }
    if (!this.#isStopped) {
      const change = news === 'manifest' ? 'changed' : 'unchanged';
      const result = error ? 'failed' : change;
      report.polled(result);
      this.#setHealth(error);
      if (isNew && this.#isOpen) {
        onChange();
      }
      const delayMs = this.#protocol.delayMs({ result, isNew, tookMs: clock.now() - startedMs });
      const paceMs = this.#protocol.isEnded() ? originLimits.maxPollMs : delayMs;
      this.#timer = setTimeout(() => void this.#poll(), afterFailure(isLost && error, paceMs));
    }
    return isLost ? error : undefined;
  }

  async #read(): Promise<{ readonly error: DomainError | undefined; readonly isLost: boolean }> {
    try {
      return { error: await this.#protocol.read(), isLost: false };
    } catch (error) {
      return { error: asDomainError(error, this.#protocol.url), isLost: true };
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
  }
}

/**
 * What a live source has answered, common to all stitchers that serve sessions of its channel: one of them requests it,
 * and all take what it has read, in the same order and at the same time. Times are epoch ms on the clock of the store.
 * @see ADR 0068
 */
import type { StoredSource } from './stored-source.ts';

/** A reading as lines. */
export interface CommonReading {
  /** Ascending without holes. */
  readonly version: number;
  readonly lines: StoredSource;
  /** What was known of the source before it; left out: only those that have the reading before can take it. */
  readonly base?: StoredSource | undefined;
  readonly putAtMs: number;
}

export interface CommonNews {
  /** Another stitcher opens the source: it asks for a reading with a base. */
  onJoin(): void;
  /** Another stitcher has it. */
  onOther(): void;
  /**
   * There is a reading of this version, or the last one stands.
   * @param putAtMs when it was put; undefined: it stands
   * @param nextMs no request is made sooner than this from now, milliseconds
   */
  onReading(version: number, putAtMs: number | undefined, nextMs: number): void;
  /** Notices may have been missed. */
  onGap(): void;
}

/** Of one source. Nothing rejects: while the store is away the answer is undefined. */
export interface CommonReadings {
  /** From the moment when a reading was put until outputs show it, ms: all have it by then. */
  readonly shownAfterMs: number;
  /** There are other stitchers. */
  isShared(): boolean;
  /** Now, on the clock of the store. */
  now(): number;
  /** Called for all notices of others, from now on. */
  watch(news: CommonNews): void;
  /**
   * Asks who has the source, and gives what begins with a base; undefined when nobody has it, or says so in time.
   */
  join(): Promise<readonly CommonReading[] | undefined>;
  /**
   * @returns when it was put; false: another reading has this version; undefined: it could not be put
   */
  put(reading: Omit<CommonReading, 'putAtMs'>): Promise<number | false | undefined>;
  /** The newest with a base, which is of these seconds, and those after it. */
  sinceBase(): Promise<readonly CommonReading[] | undefined>;
  after(version: number): Promise<readonly CommonReading[] | undefined>;
  /** Version of the newest reading, 0 when there is none, and the time. */
  newest(): Promise<{ readonly version: number; readonly nowMs: number } | undefined>;
  /** Answers `onJoin`: the reading comes. */
  here(version: number): void;
  /** This stitcher has the source. */
  holds(version: number): void;
  /** The last reading stands; the next request is made after this, milliseconds. */
  stands(version: number, nextMs: number): void;
  /** No notice is taken any more. */
  close(): void;
}

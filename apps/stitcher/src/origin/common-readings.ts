/**
 * Readings of a live source, common to all stitchers that serve sessions of its channel: one of them requests the
 * source, and all take its readings in the same order and show them at the same time. Times are epoch ms on the clock
 * of the store.
 * @see ADR 0068
 */
import type { StoredSource } from './stored-source.ts';

/** A reading, packed into lines. */
export interface CommonReading {
  /** Ascending without holes. */
  readonly version: number;
  readonly lines: StoredSource;
  /**
   * Snapshot of the source before the reading, for a stitcher that begins with it; left out: it only follows the
   * reading before.
   */
  readonly base?: StoredSource | undefined;
  readonly putAtMs: number;
}

export interface CommonNews {
  /** Another stitcher opens the source: it asks for a reading with a base. */
  onJoin(): void;
  /** Another stitcher has the source. */
  onOther(): void;
  /**
   * A reading of this version was put, or the last one stands.
   * @param putAtMs when it was put; undefined: the last one stands
   * @param nextMs milliseconds from now before which the source is not requested
   */
  onReading(version: number, putAtMs: number | undefined, nextMs: number): void;
  /** Notices may have been missed. */
  onGap(): void;
}

/** Common readings of one source. Nothing rejects: while the store is away answers are undefined. */
export interface CommonReadings {
  /** Delay from putting a reading until outputs show it, ms: all stitchers have it by then. */
  readonly shownAfterMs: number;
  /** There are other stitchers. */
  isShared(): boolean;
  /** Now, on the clock of the store. */
  now(): number;
  /** Subscribes to the notices of other stitchers. */
  watch(news: CommonNews): void;
  /**
   * Asks the other stitchers for the source.
   * @returns readings, the first of them with a base; undefined when none has the source, or answers in time
   */
  join(): Promise<readonly CommonReading[] | undefined>;
  /**
   * Puts a reading under its version, unless that is taken.
   * @returns when it was put; false: another reading has this version; undefined: it could not be put
   */
  put(reading: Omit<CommonReading, 'putAtMs'>): Promise<number | false | undefined>;
  /** The newest reading with a base that is only seconds old, and those after it; undefined: there is none. */
  sinceBase(): Promise<readonly CommonReading[] | undefined>;
  after(version: number): Promise<readonly CommonReading[] | undefined>;
  /** Version of the newest reading, 0 when there is none, and the time. */
  newest(): Promise<{ readonly version: number; readonly nowMs: number } | undefined>;
  /** Answers `onJoin`: this stitcher has the source and is about to put a reading with a base. */
  here(version: number): void;
  /** Announces that this stitcher has the source. */
  holds(version: number): void;
  /**
   * Announces that the last reading stands, and when this stitcher requests the source again, milliseconds from now.
   */
  stands(version: number, nextMs: number): void;
  /** Ends the subscription to notices. */
  close(): void;
}

// Where a representation's segments are (ISO/IEC 23009-1 5.3.9), resolved over Period, AdaptationSet
// and Representation: an attribute of a lower level wins, the rest is inherited.

import type { XmlElement } from './xml/xml-element.ts';

/** `count` segments of `d` ticks each, the first at `t`. */
export interface SegmentRun {
  readonly t: number;
  readonly d: number;
  /** Infinity: `r="-1"` in a Period of unknown end. */
  readonly count: number;
}

interface TimedAddressing {
  /** The lowest SegmentTemplate or SegmentList that declares one of these values. */
  readonly element: XmlElement;
  /** Ticks per second. */
  readonly timescale: number;
  /**
   * Ticks; media time of the period's start.
   * NOTE: like every `t` it counts from {@link timeOrigin}.
   */
  readonly presentationTimeOffset: number;
  /**
   * Ticks to add to every `t` and the offset for the value that is printed: 0n but for clocks beyond
   * 2^53 (100 ns since 1970), which a number cannot hold exactly.
   */
  readonly timeOrigin: bigint;
  readonly startNumber: number;
  readonly endNumber?: number;
  /** Seconds; `INF` is Infinity. */
  readonly availabilityTimeOffset?: number;
  /** Template or address of the initialization segment. */
  readonly initialization?: string;
  /** Byte range of the initialization segment, as written (`0-628`). */
  readonly initializationRange?: string;
}

export interface TimelineAddressing extends TimedAddressing {
  readonly kind: 'timeline';
  readonly media: string;
  readonly runs: readonly SegmentRun[];
  /** The SegmentTimeline that was read. */
  readonly timelineElement: XmlElement;
}

export interface NumberAddressing extends TimedAddressing {
  readonly kind: 'number';
  readonly media: string;
  /** Ticks of every segment. */
  readonly duration: number;
}

export interface ListedSegment {
  readonly media?: string;
  readonly mediaRange?: string;
}

export interface ListAddressing extends TimedAddressing {
  readonly kind: 'list';
  readonly segments: readonly ListedSegment[];
  /** One run per timed segment group; empty when neither a duration nor a timeline is given. */
  readonly runs: readonly SegmentRun[];
}

export interface BaseAddressing {
  readonly kind: 'base';
  /** Undefined: the whole resource of the BaseURL is one segment. */
  readonly element?: XmlElement;
  readonly timescale: number;
  readonly presentationTimeOffset: number;
  /** `629-756`. */
  readonly indexRange?: string;
  readonly initialization?: string;
  readonly initializationRange?: string;
}

export type Addressing = TimelineAddressing | NumberAddressing | ListAddressing | BaseAddressing;

/**
 * A tick value as it is printed in `S@t`, `@presentationTimeOffset` or `$Time$`.
 * @param ticks in the timescale of the representation, less `timeOrigin`
 * @returns decimal digits; 64-bit times keep every one
 * @see ISO/IEC 23009-1 §5.3.9
 */
export function printTicks(ticks: number, timeOrigin: bigint): string {
  return timeOrigin === 0n ? String(ticks) : String(timeOrigin + BigInt(ticks));
}

// The source of a DASH channel: the union of its successive MPDs, append-only. A period keeps the start
// and the media time it had when it was first seen, because sessions have published them (D1).
import type { AdaptationSet, EventStream, ListedSegment, Mpd, XmlElement } from '@interlude/dash';
import type { DashAdSet } from '../plan/splice-plan.ts';
import type { TrackRun } from './track-runs.ts';

interface TrackAddress {
  /** Id of the first representation that has these segments; unique in its period. */
  readonly key: string;
  /** Ticks per second. */
  readonly timescale: number;
  /** Media time of the Period's start, ticks; counted from `timeOrigin`, as all media times of the track. */
  readonly presentationTimeOffset: number;
  readonly timeOrigin: bigint;
  readonly initialization?: string | undefined;
  /** `0-628`. */
  readonly initializationRange?: string | undefined;
  readonly runs: readonly TrackRun[];
}

export type DashTrack =
  | (TrackAddress & { readonly kind: 'template'; readonly media: string })
  /** One address a segment, in the order of the runs. */
  | (TrackAddress & { readonly kind: 'list'; readonly addresses: readonly ListedSegment[] })
  /** One resource of the whole track; it cannot be listed piece by piece. */
  | (TrackAddress & { readonly kind: 'base'; readonly element: XmlElement | undefined });

export interface DashSet {
  readonly set: AdaptationSet;
  /** Index into the period's tracks, one for each representation. */
  readonly trackOf: readonly number[];
  /** Video or audio of normal playback: neither trick mode nor thumbnails. */
  readonly isMedia: boolean;
}

export interface AbsoluteBaseUrl {
  readonly url: string;
  readonly serviceLocation?: string | undefined;
}

export interface DashSourcePeriod {
  /** Period@id of its first part in outputs: the source's own, else made of its start. */
  readonly key: string;
  readonly sourceId?: string | undefined;
  /** Restarts of the source before this Period; 0 for the first start. */
  readonly epoch: number;
  /** Period@start after `originMs`, ms. */
  readonly startMs: number;
  /** Declared end, ms after `originMs`; Infinity when open. The next Period's start ends it in any case. */
  readonly endMs: number;
  readonly element: XmlElement;
  readonly sets: readonly DashSet[];
  readonly tracks: readonly DashTrack[];
  /** Index of the reference track, which is cut at its segment boundaries; -1 when the Period has no media. */
  readonly reference: number;
  readonly baseUrls: readonly AbsoluteBaseUrl[];
  readonly eventStreams: readonly EventStream[];
  /** AdaptationSets that ad Periods repeat; shared by all sessions. */
  readonly adSets: readonly DashAdSet[];
}

export interface DashWindow {
  /** availabilityStartTime of the first MPD, epoch ms; 0 of a presentation without one. */
  readonly originMs: number;
  /** The newest MPD. */
  readonly mpd: Mpd;
  /** Address of the newest MPD, after redirects. */
  readonly baseUrl: string;
  /** Ascending by start. */
  readonly periods: readonly DashSourcePeriod[];
  /** Ends of the reference segments, ascending, after `originMs`, ms; the first is a start. */
  readonly boundariesMs: readonly number[];
  readonly epoch: number;
  /**
   * Presentation time in outputs minus that of the source, ms, of the newest Periods: above 0 after a restart that set
   * the source's clock back. Events of the source are moved by as much.
   */
  readonly shiftMs: number;
  /** Median and longest duration of the newest reference segments, ms. */
  readonly segmentMs: number;
  readonly longestSegmentMs: number;
  /** MPD@timeShiftBufferDepth of the source, ms; Infinity without one. */
  readonly depthMs: number;
  /** The source sends parts of segments; outputs list whole ones. */
  readonly isLowLatency: boolean;
  readonly ended: boolean;
}

/** The part of a DashWindow from which cuts and returns to the source are computed; it refers to no MPD. */
export interface DashBoundaries
  extends Pick<
    DashWindow,
    'originMs' | 'boundariesMs' | 'segmentMs' | 'longestSegmentMs' | 'ended'
  > {
  readonly periods: readonly Pick<DashSourcePeriod, 'startMs' | 'adSets'>[];
}

/** Boundaries of a window for callers that keep them longer than the window and its MPDs. */
export function dashBoundaries(window: DashWindow): DashBoundaries {
  const { originMs, boundariesMs, segmentMs, longestSegmentMs, ended } = window;
  const periods = window.periods.map(({ startMs, adSets }) => ({ startMs, adSets }));
  return { originMs, boundariesMs, segmentMs, longestSegmentMs, ended, periods };
}

/**
 * End of the newest reference segment on the source clock, ms; -Infinity when there is none.
 * @see ISO/IEC 23009-1 §5.3.9
 */
export function dashEdgeMs(window: DashWindow): number {
  const edgeMs = window.boundariesMs.at(-1);
  return edgeMs === undefined ? Number.NEGATIVE_INFINITY : window.originMs + edgeMs;
}

/** Start of the oldest kept reference segment on the source clock, ms; Infinity when there is none. */
export function dashHeadMs(window: DashWindow): number {
  const [headMs] = window.boundariesMs;
  return headMs === undefined ? Number.POSITIVE_INFINITY : window.originMs + headMs;
}

/** First boundary at or after `atMs`; undefined when it is not known yet. Times after the origin, ms. */
export function boundaryAtOrAfter(window: DashBoundaries, atMs: number): number | undefined {
  const { boundariesMs } = window;
  let low = 0;
  let high = boundariesMs.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if ((boundariesMs[mid] ?? 0) < atMs) low = mid + 1;
    else high = mid;
  }
  return boundariesMs[low];
}

/** Last boundary at or before `atMs`. Times after the origin, ms. */
export function boundaryAtOrBefore(window: DashBoundaries, atMs: number): number | undefined {
  return window.boundariesMs.findLast((boundaryMs) => boundaryMs <= atMs);
}

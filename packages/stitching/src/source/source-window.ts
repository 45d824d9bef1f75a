// The source as one rendition shows it: the union of its successive playlists, append-only. A segment
// keeps the number, time and text it got when it was first seen, because sessions have published it.
import type { Segment } from '@interlude/hls';
import type { ContentBlock } from '../hls/content-block.ts';

/** One segment of the source on the clocks that all renditions and sessions of the channel share. */
export interface SourceSegment {
  /** Its media sequence number, which goes on counting over restarts of the source (H6). */
  readonly number: number;
  /** Restarts of the source before it; 0 for the first start. */
  readonly epoch: number;
  /** Start on the source clock: epoch ms of its date when the source has dates. */
  readonly startMs: number;
  readonly durationMs: number;
  /** The source's own date (epoch ms, extrapolated), which a restart never takes back; NaN when it has none. */
  readonly dateMs: number;
  /** Discontinuities of the source up to this segment, its own tag included. */
  readonly discontinuityNumber: number;
  /** A DISCONTINUITY stands before it: the source's own, or one for a restart. */
  readonly discontinuity: boolean;
  readonly segment: Segment;
  /** Address of the playlist that first listed it, after redirects: its own addresses are relative to that. */
  readonly baseUrl: string;
  /** Its lines, rendered once for all sessions. */
  readonly block: ContentBlock;
}

/** Offsets that one start of the source adds to the numbers and dates that its playlists print. */
export interface SourceEpoch {
  readonly numberOffset: number;
  readonly discontinuityOffset: number;
  /** Source clock minus the dates of outputs, ms; 0 but where the reference has no dates. */
  readonly clockOffsetMs: number;
  /** Dates of outputs minus the source's own, ms; 0 but after a restart with older dates (H11). */
  readonly dateShiftMs: number;
  /** Number of the first segment of this epoch. */
  readonly firstNumber: number;
  /** Discontinuity number of the first segment of this epoch. */
  readonly firstDiscontinuityNumber: number;
}

/**
 * Plain data but for the blocks' caches; every new playlist gives a new window that shares the
 * segments of the one before.
 */
export interface SourceWindow {
  /** Id of the rendition, see `sourceRenditions`. */
  readonly renditionId: string;
  /** Ascending by number; those before the source's current head are kept for a while. */
  readonly segments: readonly SourceSegment[];
  /**
   * For each segment the number of the source's first listed segment while that segment was the
   * newest. It makes an output that lags behind the source (a break not decided yet) the very
   * playlist that it was before.
   */
  readonly headNumbers: readonly number[];
  readonly epochs: readonly SourceEpoch[];
  /** Seconds, whole; only grows (H12). */
  readonly targetDuration: number;
  readonly version: number;
  readonly independentSegments: boolean;
  /** Other header lines of the source that outputs print, too: START, ALLOW-CACHE, I-FRAMES-ONLY. */
  readonly passedHeaderTags: readonly { readonly name: string; readonly line: string }[];
  /** The source prints dates, so outputs do. */
  readonly hasDates: boolean;
  readonly ended: boolean;
}

/**
 * End of the newest segment on the source clock, ms; -Infinity when there is none.
 * @see RFC 8216 §6.3.3
 */
export function windowEdgeMs(window: SourceWindow): number {
  const last = window.segments.at(-1);
  return last === undefined ? Number.NEGATIVE_INFINITY : last.startMs + last.durationMs;
}

/** Segments after the head, newest first. Lazy: a window may have hours, and sessions begin at its end (SEC-S57). */
function* joinableSegments(window: SourceWindow, newest: number): Generator<SourceSegment, void> {
  const headNumber = window.headNumbers[newest] ?? 0;
  for (let at = newest; at >= 0; at--) {
    const segment = window.segments[at];
    if (segment === undefined || segment.number <= headNumber) return;
    yield segment;
  }
}

/**
 * Start of a break in a session that joins in its middle: the boundary three target durations before the edge,
 * where players join (RFC 8216 6.3.3), but at least one segment after the head, so that there is something to list
 * while the first decision is pending.
 * @param lastIndex of the newest segment that the session may see; default the window's newest
 * @returns ms on the source clock
 */
export function sessionStartMs(window: SourceWindow, lastIndex?: number): number {
  const { segments } = window;
  const index = lastIndex ?? segments.length - 1;
  const newest = segments[index];
  if (newest === undefined) return Number.NEGATIVE_INFINITY;
  const edgeMs = newest.startMs + newest.durationMs;
  const wantedMs = edgeMs - 3 * window.targetDuration * 1000;
  let join: SourceSegment | undefined;
  for (const segment of joinableSegments(window, index)) {
    if (segment.startMs >= wantedMs) {
      join = segment;
      continue;
    }
    // Not just after a discontinuity: in another rendition both could fall on one segment.
    const nearMs = (join?.startMs ?? edgeMs) - window.targetDuration * 2_000;
    if (join === undefined || segment.startMs <= nearMs) break;
    if (segment.discontinuity) return segment.startMs;
  }
  return join?.startMs ?? edgeMs;
}

/** Middle of a segment, ms on the source clock: it decides in every rendition on which side of a cut the segment is. */
export function middleMs(segment: SourceSegment): number {
  return segment.startMs + segment.durationMs / 2;
}

/** Index of the first segment whose middle is at or after `atMs`; the length when there is none. */
export function firstIndexAtOrAfter(window: SourceWindow, atMs: number): number {
  const { segments } = window;
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    const segment = segments[mid];
    if (segment !== undefined && middleMs(segment) < atMs) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Index of the first segment with this number or a higher one; the length when there is none. */
export function indexOfNumber(window: SourceWindow, number: number): number {
  const { segments } = window;
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    const segment = segments[mid];
    if (segment !== undefined && segment.number < number) low = mid + 1;
    else high = mid;
  }
  return low;
}

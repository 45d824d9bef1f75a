/**
 * Timing of an MPD: edge, oldest segment and segment durations. All are of the reference, which is the first video
 * Representation (without video the first audio Representation).
 */
import type { AdaptationSet, Addressing, Mpd, Period, Representation } from '@interlude/dash';

export function isShown(set: AdaptationSet): boolean {
  return !set.isTrickMode && !set.isThumbnail;
}

export function referenceOf(period: Period): Representation | undefined {
  const sets = period.adaptationSets.filter(isShown);
  const ofType = (type: string) =>
    sets.find((set) => set.contentType === type && set.representations.length > 0);
  return (ofType('video') ?? ofType('audio'))?.representations[0];
}

interface Span {
  /** Media time of the first and past the last segment, ticks. */
  readonly first: number;
  readonly end: number;
}

/** Number of segments that are complete by `nowMs`, ms since the start of the Period. */
function countBy(nowMs: number, fromTicks: number, d: number, timescale: number): number {
  return Math.max(0, Math.floor(((nowMs / 1000) * timescale - fromTicks) / d + 1e-6));
}

/** Undefined when there is no segment. `sinceStartMs`: now, counted from the period's start. */
function spanOf(addressing: Addressing, sinceStartMs: number): Span | undefined {
  if (addressing.kind === 'base') {
    return undefined;
  }
  const { presentationTimeOffset: offset, timescale } = addressing;
  const aheadMs = (addressing.availabilityTimeOffset ?? 0) * 1000;
  const nowMs = sinceStartMs + (Number.isFinite(aheadMs) ? aheadMs : 0);
  if (addressing.kind === 'number') {
    const { duration: d } = addressing;
    const count = d > 0 ? countBy(nowMs, 0, d, timescale) : 0;
    return count > 0 ? { first: offset, end: offset + count * d } : undefined;
  }
  const [first] = addressing.runs;
  const last = addressing.runs.at(-1);
  if (!first || !last) {
    return undefined;
  }
  const isOpen = last.count === Number.POSITIVE_INFINITY;
  const count = isOpen ? countBy(nowMs, last.t - offset, last.d, timescale) : last.count;
  return { first: first.t, end: last.t + count * last.d };
}

export interface MpdTiming {
  /** End of the newest segment, ms on the source clock. */
  readonly edgeMs: number;
  /** Start of the oldest segment that is available, ms on the source clock. */
  readonly oldestMs: number;
  /** The edge moves by the clock while the MPD stays the same. */
  readonly isClockDriven: boolean;
}

function isClockDriven(addressing: Addressing): boolean {
  if (addressing.kind === 'number') {
    return true;
  }
  return addressing.kind === 'timeline' && addressing.runs.at(-1)?.count === Infinity;
}

/** Undefined while no period has a segment. */
export function timingOf(mpd: Mpd, nowMs: number): MpdTiming | undefined {
  const originMs = mpd.type === 'dynamic' ? (mpd.availabilityStartTimeMs ?? 0) : 0;
  const spans = mpd.periods.flatMap((period) => {
    const addressing = referenceOf(period)?.addressing;
    const startMs = originMs + period.startMs;
    const span = addressing && spanOf(addressing, nowMs - startMs);
    if (!addressing || addressing.kind === 'base' || !span) {
      return [];
    }
    const { presentationTimeOffset: offset, timescale } = addressing;
    const at = (ticks: number) => startMs + ((ticks - offset) * 1000) / timescale;
    const endMs = startMs + (period.durationMs ?? Number.POSITIVE_INFINITY);
    return [{ firstMs: at(span.first), endMs: Math.min(at(span.end), endMs), addressing }];
  });
  const newest = spans.at(-1);
  const oldest = spans[0];
  if (!newest || !oldest) {
    return undefined;
  }
  const edgeMs = newest.endMs;
  const depthMs = mpd.timeShiftBufferDepthMs ?? Number.POSITIVE_INFINITY;
  return {
    edgeMs,
    oldestMs: Math.max(oldest.firstMs, edgeMs - depthMs),
    isClockDriven: isClockDriven(newest.addressing),
  };
}

/** Seconds: the longest segment of the reference, 0 when there is none. */
export function longestSegmentSeconds(mpd: Mpd): number {
  let longest = 0;
  for (const period of mpd.periods) {
    const addressing = referenceOf(period)?.addressing;
    if (!addressing || addressing.kind === 'base') {
      continue;
    }
    const ticks =
      addressing.kind === 'number'
        ? addressing.duration
        : addressing.runs.reduce((most, { d }) => Math.max(most, d), 0);
    longest = Math.max(longest, ticks / addressing.timescale);
  }
  return longest;
}

/** A publishTime that is older than this when the MPD is read does not date its changes, ms. */
const publishedWithinMs = 60_000;

/**
 * When the changes of an MPD became known, epoch ms on the clock of the source: its publishTime where that has moved,
 * so that stitchers agree that have read it at different times; else when it was read.
 * @param before the MPD before; undefined: it is the first
 * @see ISO/IEC 23009-1 §5.3.1.2 (publishTime)
 */
export function publishedMs(
  { publishTimeMs: saidMs }: Pick<Mpd, 'publishTimeMs'>,
  before: Pick<Mpd, 'publishTimeMs'> | undefined,
  readMs: number,
): number {
  const isSaid =
    saidMs !== undefined &&
    saidMs <= readMs &&
    saidMs > readMs - publishedWithinMs &&
    saidMs > (before?.publishTimeMs ?? 0);
  return isSaid ? saidMs : readMs;
}

// Boundaries at which an MPD can be cut.
import { type Mpd, type Period, type Representation, segmentsOf } from '@interlude/dash';
import type { VodContent } from './place-vod-breaks.ts';
import { mpdDurationMs } from './stitch-vod-mpd.ts';

/** Segments read of one Representation: two days of segments of 2 s. */
const MAX_SEGMENTS = 100_000;

function referenceOf(period: Period): Representation | undefined {
  const usable = period.adaptationSets.filter((set) => !set.isTrickMode && !set.isThumbnail);
  const set = usable.find(({ contentType }) => contentType === 'video') ?? usable[0];
  return set?.representations[0];
}

interface Boundaries {
  readonly startsMs: readonly number[];
  readonly longestMs: number;
}

function boundariesOf(period: Period, endMs: number): Boundaries {
  const reference = referenceOf(period);
  const startsMs: number[] = [];
  let longestMs = 0;
  if (reference === undefined) return { startsMs, longestMs };
  for (const { startMs, durationMs } of segmentsOf(reference, period, { untilMs: endMs })) {
    if (startsMs.length >= MAX_SEGMENTS) break;
    if (startMs > period.startMs) startsMs.push(startMs);
    longestMs = Math.max(longestMs, durationMs);
  }
  return { startsMs, longestMs };
}

/**
 * The video's segment boundaries (audio may overlap them, D8), and the starts of Periods.
 * @returns ms; undefined when the duration of the content is unknown
 * @see ISO/IEC 23009-1 §5.3.2; rule D8
 */
export function mpdContent(mpd: Mpd): VodContent | undefined {
  const durationMs = mpdDurationMs(mpd);
  if (!(durationMs > 0)) return undefined;
  const found = new Set([0, durationMs]);
  let longestSegmentMs = 0;
  let isOneFile = true;
  mpd.periods.forEach((period, index) => {
    const endMs = mpd.periods[index + 1]?.startMs ?? durationMs;
    const { startsMs, longestMs } = boundariesOf(period, endMs);
    if (longestMs > 0) isOneFile = false;
    for (const startMs of [period.startMs, ...startsMs])
      if (startMs > 0 && startMs < durationMs) found.add(startMs);
    longestSegmentMs = Math.max(longestSegmentMs, longestMs);
  });
  const boundariesMs = isOneFile ? [] : [...found].toSorted((a, b) => a - b);
  return { durationMs, boundariesMs, longestSegmentMs };
}

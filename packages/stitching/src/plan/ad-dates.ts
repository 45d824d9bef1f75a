// Dates of ads. They go on as if the replaced content were playing (H11); but ads end at other times than content
// segments begin, and an ad that reaches past the return would be dated after it:
//
//   source   |==break==|==break==|--c--|         c is dated 12:00:04, whatever comes before it
//   output   |--- ad 1 ---|- ad 2 --|--c--|      ad 2's last segment began at 12:00:04.2
//
// Then the dates of the break run a little slower than its ads, so that they never go back.
//
// The segment with which a rendition returns to the source is known only when it is there. An asset that begins there
// may be segmented differently from all before it, and its first segment may begin earlier than expected. The dates of
// the ads are published by then, so that segment alone gets a later date: that of the last ad segment.
import type { SourceSegment, SourceWindow } from '../source/source-window.ts';
import { type AdSegment, adSegments } from './ad-segments.ts';
import type { Placement, PlannedBreak } from './splice-plan.ts';

/** Start of the last ad segment after the break's start in the rendition where it is latest, ms. */
function lastStartMs(placements: readonly Placement[]): number {
  const last = placements.at(-1);
  if (last === undefined) return 0;
  const starts = Object.values(last.creative.renditions).map((rendition) => {
    const within = rendition.startsMs.filter((startMs) => startMs < last.durationMs);
    return within.at(-1) ?? 0;
  });
  return last.offsetMs + Math.max(0, ...starts);
}

/**
 * Scale of the dates of a break.
 * @param earliestBackMs earliest return of a rendition to the source, ms after the break's start
 * @returns seconds of date per second of ads
 */
export function dateScaleOf(placements: readonly Placement[], earliestBackMs: number): number {
  const lastMs = lastStartMs(placements);
  return lastMs <= earliestBackMs || lastMs === 0 ? 1 : Math.max(0, earliestBackMs) / lastMs;
}

/** Date of an ad segment on the source clock, ms; the same in every rendition. */
export function adDateMs(planned: PlannedBreak, ad: AdSegment): number {
  return planned.startMs + (ad.startMs - planned.startMs) * planned.dateScale;
}

/** Dates are printed in whole ms, and players add EXTINF to them. */
const ROUNDING_MS = 1;
/** A scale puts the last date where the earliest return is, give or take the last digits of a double. */
const SAME_MS = 0.01;

/**
 * Shift of the date of the first content after a break that keeps dates from going back.
 * @param back the segment with which the rendition returns to the source
 * @returns ms; less than half its duration, and 0 when it begins no earlier than expected
 * @see RFC 8216 §4.3.2.6; rule H11
 */
export function returnDateShiftMs(
  planned: PlannedBreak,
  { renditionId }: SourceWindow,
  back: SourceSegment,
): number {
  const last = adSegments(planned, renditionId).at(-1);
  if (last === undefined) return 0;
  const earlyMs = adDateMs(planned, last) - back.startMs;
  return earlyMs > SAME_MS ? earlyMs + ROUNDING_MS : 0;
}

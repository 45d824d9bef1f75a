// Where a rendition leaves the source and comes back to it: at its segment boundary nearest to the break's start or
// end. Where that is on no cut of the source and near a discontinuity of it (a break that had to begin later, ads that
// end before their break), the nearest boundary may be before the discontinuity in one rendition and behind it in another:
//
//   reference   |---c---|D==c===|---c---|     starts at x: nearest is D
//   audio       |-c-|-c-|D=c|-c-|-c-|-c-|     nearest is behind the first segment of D
//                          x
//
// Then the reference decides, so that every rendition lists the same discontinuities (RFC 8216 4.3.3.3, 6.2.4).
import { SAME_CUT_MS } from '../source/aligned-segments.ts';
import {
  firstIndexAtOrAfter,
  indexOfNumber,
  type SourceWindow,
  windowEdgeMs,
} from '../source/source-window.ts';
import type { PlannedBreak } from './splice-plan.ts';

export interface Windows {
  readonly window: SourceWindow;
  /**
   * What all renditions take the discontinuity numbers from: in one of them a discontinuity of the
   * source may fall on the very segment of a cut and in another beside it.
   */
  readonly reference: SourceWindow;
  /** All of the channel, in its order: the first that lists what the reference does not has the numbers of it. Left out, `window`. */
  readonly channel?: readonly SourceWindow[] | undefined;
}

interface Search {
  /** Break's start or end, ms on the source clock. */
  readonly atMs: number;
  /** Discontinuity number of the boundary; undefined when the reference does not determine it. */
  readonly wanted: number | undefined;
  /** Whose discontinuity number must agree: of the segment before the cut, or of the one behind it. */
  readonly offset: -1 | 0;
}

/**
 * The boundary nearest to a time at which a rendition has the discontinuity number of the reference. No further away than
 * a target duration, the longest segment: renditions whose numbers never agree are cut at their nearest boundaries.
 * @returns an index; the length of the window when the boundary is not in it yet
 */
function matchingIndex({ window, reference }: Windows, { atMs, wanted, offset }: Search): number {
  const { segments } = window;
  const nearest = firstIndexAtOrAfter(window, atMs);
  const own = segments[nearest + offset]?.discontinuityNumber;
  // Until the reference has passed it, a discontinuity may come yet.
  if (own === undefined || wanted === undefined || windowEdgeMs(reference) <= atMs) return nearest;
  if (own === wanted) return nearest;
  const reachMs = 1_000 * Math.max(window.targetDuration, reference.targetDuration);
  const isNear = (index: number) =>
    Math.abs((segments[index]?.startMs ?? windowEdgeMs(window)) - atMs) < reachMs;
  const step = Math.sign(wanted - own);
  for (let index = nearest + step; index > 0 && isNear(index); index += step) {
    const segment = segments[index + offset];
    if (segment?.discontinuityNumber === wanted) return index;
    if (segment === undefined) return offset < 0 || window.ended ? nearest : segments.length;
  }
  return nearest;
}

/** Whether a window lists what plays at `atMs`: not where its rendition was away for longer than its playlist reaches. */
export function listsAt(window: SourceWindow, atMs: number): boolean {
  const index = firstIndexAtOrAfter(window, atMs);
  const before = window.segments[index - 1];
  const behind = window.segments[index];
  if (before !== undefined && behind !== undefined) return behind.number === before.number + 1;
  if (before !== undefined) return before.startMs + 1.5 * before.durationMs >= atMs;
  return behind !== undefined && behind.startMs - behind.durationMs / 2 <= atMs;
}

/**
 * Of the last segment before a break, or of one behind it that began before what could be listed when the break was
 * found: of another rendition, shorter ones of the same discontinuity number may be listed (RFC 8216 §6.2.1).
 */
function numberBefore(reference: SourceWindow, planned: PlannedBreak) {
  const { startMs, isLate, listedUntilMs = Number.NEGATIVE_INFINITY } = planned;
  const { segments } = reference;
  const untilMs = (isLate ? startMs : listedUntilMs) - SAME_CUT_MS;
  let index = firstIndexAtOrAfter(reference, startMs) - 1;
  while ((segments[index + 1]?.startMs ?? untilMs) < untilMs) index++;
  return segments[index]?.discontinuityNumber;
}

/**
 * Index of the first segment that a break replaces: as many discontinuities are before it as in the reference.
 * @returns the length of the window when it is not in it yet
 * @see RFC 8216 §6.2.4; rules H3, H22
 */
export function cutIndexOf(windows: Windows, planned: PlannedBreak): number {
  const isKnown = planned.isLate || listsAt(windows.reference, planned.startMs);
  const wanted = isKnown ? numberBefore(windows.reference, planned) : undefined;
  return matchingIndex(windows, { atMs: planned.startMs, wanted, offset: -1 });
}

/**
 * Index of the first segment after a break: between the same discontinuities as in the reference.
 * @param cutNumber of the first segment that was replaced: nothing before it is listed again
 * @returns the length of the window when it is not in it yet
 * @see RFC 8216 §6.2.4; rules H3, H22
 */
export function returnIndexOf(
  windows: Windows,
  { returnMs }: PlannedBreak,
  cutNumber: number,
): number {
  const { window, reference } = windows;
  const there = reference.segments[firstIndexAtOrAfter(reference, returnMs)];
  const wanted = listsAt(reference, returnMs) ? there?.discontinuityNumber : undefined;
  const index = matchingIndex(windows, { atMs: returnMs, wanted, offset: 0 });
  return Math.max(index, indexOfNumber(window, cutNumber));
}

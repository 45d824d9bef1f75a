// Where a rendition leaves the source and returns to it: at its segment boundary nearest to the break's start or end.
// When the source has no cut there, but a discontinuity near it (a break that had to begin later, ads that end before
// their break), the nearest boundary may be before the discontinuity in one rendition and behind it in another:
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
   * The reference rendition, whose discontinuity numbers all others take: a discontinuity of the source may be at the
   * cut in one rendition and beside it in another.
   */
  readonly reference: SourceWindow;
  /**
   * All windows of the channel, in its order: numbers that the reference has missed are those of the first that
   * lists them. Left out: `window` alone.
   */
  readonly channel?: readonly SourceWindow[] | undefined;
}

interface Search {
  /** Break's start or end, ms on the source clock. */
  readonly atMs: number;
  /** Discontinuity number of the boundary; undefined when the reference does not determine it. */
  readonly wanted: number | undefined;
  /** Segment whose discontinuity number must agree: -1 the one before the boundary, 0 the one behind it. */
  readonly offset: -1 | 0;
}

/**
 * The boundary nearest to a time at which a rendition has the discontinuity number of the reference. It
 * is no further away than a target duration, the longest segment: renditions whose numbers never agree
 * are cut at their nearest boundaries.
 * @returns an index; the length of the window when the boundary is not in it yet
 */
function matchingIndex({ window, reference }: Windows, { atMs, wanted, offset }: Search): number {
  const { segments } = window;
  const nearest = firstIndexAtOrAfter(window, atMs);
  const own = segments[nearest + offset]?.discontinuityNumber;
  // A discontinuity may still come until the reference has passed it.
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

/** Whether a window lists the content at `atMs`: not when its rendition was unreadable for longer than its playlist. */
export function listsAt(window: SourceWindow, atMs: number): boolean {
  const index = firstIndexAtOrAfter(window, atMs);
  const before = window.segments[index - 1];
  const behind = window.segments[index];
  if (before !== undefined && behind !== undefined) return behind.number === before.number + 1;
  if (before !== undefined) return before.startMs + 1.5 * before.durationMs >= atMs;
  return behind !== undefined && behind.startMs - behind.durationMs / 2 <= atMs;
}

/**
 * Discontinuity number of the reference's last segment before a break, or of one behind it that began
 * before content that could be listed when the break was found: other renditions may have listed shorter
 * segments of that number (RFC 8216 §6.2.1).
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

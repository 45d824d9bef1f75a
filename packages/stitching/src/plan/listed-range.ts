// Where the output of a session begins: as the source's list, or by its own time shift, DVR window or start.
import { firstIndexAtOrAfter, type SourceWindow } from '../source/source-window.ts';
import type { Listing } from './splice-plan.ts';

/**
 * Number of the first source segment that is listed while the segment at `index` is the newest. Only a
 * function of the window and the session's settings, and never falling with `index` (H1).
 */
export function headNumberAt(window: SourceWindow, index: number, listing: Listing): number {
  const own = window.headNumbers[index] ?? 0;
  const newest = window.segments[index];
  const { windowMs, fromMs } = listing;
  if (newest === undefined || (windowMs === 0 && fromMs === Number.NEGATIVE_INFINITY)) return own;
  const edgeMs = newest.startMs + newest.durationMs;
  const oldestMs = windowMs > 0 ? Math.max(fromMs, edgeMs - windowMs) : fromMs;
  const first = window.segments[firstIndexAtOrAfter(window, oldestMs)];
  const byTime = first?.number ?? newest.number + 1;
  return windowMs > 0 ? byTime : Math.max(own, byTime);
}

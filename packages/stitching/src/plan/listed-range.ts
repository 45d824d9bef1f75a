// Start of the list of a session: that of the source's list, or by time shift, DVR window or start-over.
import { firstIndexAtOrAfter, type SourceWindow } from '../source/source-window.ts';
import type { Listing } from './splice-plan.ts';

/**
 * Number of the first source segment that is listed while the segment at `index` is the newest. It depends on the
 * window and the session's settings alone, and never falls with `index` (H1).
 */
export function headNumberAt(window: SourceWindow, index: number, listing: Listing): number {
  const own = window.headNumbers[index] ?? 0;
  const newest = window.segments[index];
  const { windowMs, fromMs } = listing;
  if (newest === undefined || (windowMs === 0 && fromMs === Number.NEGATIVE_INFINITY)) return own;
  const from = firstNumberFrom(window, firstIndexAtOrAfter(window, fromMs));
  if (windowMs === 0) return Math.max(own, from);
  const oldestMs = newest.startMs + newest.durationMs - windowMs;
  return Math.max(from, firstNumberFrom(window, indexCovering(window, oldestMs)));
}

function firstNumberFrom(window: SourceWindow, index: number): number {
  return window.segments[index]?.number ?? (window.segments.at(-1)?.number ?? -1) + 1;
}

/** EXTINF has milliseconds. */
const ROUNDING_MS = 1;

/** The segment that plays at `atMs`: from it on the list is at least as long as it should be (RFC 8216 6.2.2). */
function indexCovering(window: SourceWindow, atMs: number): number {
  const index = firstIndexAtOrAfter(window, atMs);
  const startMs = window.segments[index]?.startMs ?? atMs;
  return index > 0 && startMs > atMs + ROUNDING_MS ? index - 1 : index;
}

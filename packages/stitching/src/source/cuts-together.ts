import type { SourceWindow } from './source-window.ts';

/** Boundaries this close are one cut, ms: audio ends on frames of its own, of 2,048 samples at most. */
export const SAME_CUT_MS = 45;
/** How far back is looked: segments of the reference, and of another rendition. */
const REFERENCE_SEGMENTS = 12;
const OTHER_SEGMENTS = 100;

function isCutAt(window: SourceWindow, atMs: number): boolean {
  const segments = window.segments.slice(-OTHER_SEGMENTS);
  const [first] = segments;
  const last = segments.at(-1);
  // Nothing is known of what it has not reached or has left behind.
  if (first === undefined || last === undefined || atMs < first.startMs || atMs > last.startMs)
    return true;
  return segments.some(({ startMs }) => Math.abs(startMs - atMs) <= SAME_CUT_MS);
}

/**
 * Does every rendition begin a segment wherever the reference does? When not (audio of another
 * cadence, variants with longer segments), a rendition may come back from a break up to half a segment
 * before the break's end.
 * @param windows the reference first
 */
export function cutsTogether(windows: readonly SourceWindow[]): boolean {
  const [reference, ...others] = windows;
  const starts = reference?.segments.slice(-REFERENCE_SEGMENTS) ?? [];
  return others.every((window) => starts.every(({ startMs }) => isCutAt(window, startMs)));
}

import type { SourceWindow } from './source-window.ts';

/** Boundaries this close are one cut, ms: audio ends on frames of its own, of 2,048 samples at most. */
export const SAME_CUT_MS = 45;
/**
 * How far back is looked: segments of the reference, and of another rendition, which may have shorter ones. It is
 * more than a break, because in the break another asset may play, which is cut otherwise than what comes back.
 */
const REFERENCE_SEGMENTS = 100;
const OTHER_SEGMENTS = 400;

/** Both in the order of their starts. */
function hasCuts(window: SourceWindow, startsMs: readonly number[]): boolean {
  const cutsMs = window.segments.slice(-OTHER_SEGMENTS).map(({ startMs }) => startMs);
  const [firstMs] = cutsMs;
  const lastMs = cutsMs.at(-1);
  if (firstMs === undefined || lastMs === undefined) return true;
  let at = 0;
  return startsMs.every((atMs) => {
    // Nothing is known of what it has not reached or has left behind.
    if (atMs < firstMs || atMs > lastMs) return true;
    while ((cutsMs[at] ?? atMs) < atMs - SAME_CUT_MS) at++;
    return (cutsMs[at] ?? atMs) <= atMs + SAME_CUT_MS;
  });
}

/**
 * Does every rendition begin a segment wherever the reference does? When not (audio of another cadence, variants
 * with longer segments), a rendition may come back from a break up to half a segment before the break's end.
 * @param windows the reference first
 * @see rule H22
 */
export function hasAlignedSegments(windows: readonly SourceWindow[]): boolean {
  const [reference, ...others] = windows;
  const starts = reference?.segments.slice(-REFERENCE_SEGMENTS) ?? [];
  const startsMs = starts.map(({ startMs }) => startMs);
  return others.every((window) => hasCuts(window, startsMs));
}

import type { SourceWindow } from './source-window.ts';

/** Boundaries this close are one cut, ms: audio ends on frames of its own, of 2,048 samples at most. */
export const SAME_CUT_MS = 45;
/**
 * Newest segments that are compared: of the reference, and of another rendition, which may have shorter ones. They
 * reach back further than a break, because the asset that plays in it may be segmented differently.
 */
const REFERENCE_SEGMENTS = 100;
const OTHER_SEGMENTS = 400;

/** Whether a rendition begins a segment at each of these times. Both ascend by start. */
function hasCuts(window: SourceWindow, startsMs: readonly number[]): boolean {
  const cutsMs = window.segments.slice(-OTHER_SEGMENTS).map(({ startMs }) => startMs);
  const [firstMs] = cutsMs;
  const lastMs = cutsMs.at(-1);
  if (firstMs === undefined || lastMs === undefined) return true;
  let at = 0;
  return startsMs.every((atMs) => {
    // Times outside of the rendition's window cannot be compared.
    if (atMs < firstMs || atMs > lastMs) return true;
    while ((cutsMs[at] ?? atMs) < atMs - SAME_CUT_MS) at++;
    return (cutsMs[at] ?? atMs) <= atMs + SAME_CUT_MS;
  });
}

/**
 * Whether every rendition begins a segment wherever the reference does. If not (audio of another cadence, variants with
 * longer segments), a rendition may return from a break up to half a segment before the break's end.
 * @param windows the reference first
 * @see rule H22
 */
export function hasAlignedSegments(windows: readonly SourceWindow[]): boolean {
  const [reference, ...others] = windows;
  const starts = reference?.segments.slice(-REFERENCE_SEGMENTS) ?? [];
  const startsMs = starts.map(({ startMs }) => startMs);
  return others.every((window) => hasCuts(window, startsMs));
}

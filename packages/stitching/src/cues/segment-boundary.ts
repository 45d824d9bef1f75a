/** The start of a break that is signalled by time instead of a segment: date ranges and breaks by API (H21). */

/** A boundary this close before the time belongs to it, ms: encoders cut within 100 ms of a splice. */
const BOUNDARY_TOLERANCE_MS = 100;

/**
 * The first segment boundary at or after a time.
 * @param boundariesMs starts of segments, ascending, on the clock of `atMs`
 * @returns ms; the time itself when it is before the first boundary or after the last one
 * @see rule H21
 */
export function boundaryAtOrAfter(atMs: number, boundariesMs: readonly number[]): number {
  const first = boundariesMs[0];
  if (first === undefined || atMs < first) return atMs;
  return boundariesMs.find((boundary) => boundary >= atMs - BOUNDARY_TOLERANCE_MS) ?? atMs;
}

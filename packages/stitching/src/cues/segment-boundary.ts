/** Where a break begins whose start is a time and no segment: date ranges and breaks by API (H21). */

/** A boundary this close before the time is its own, ms: encoders cut within 100 ms of a splice. */
const BOUNDARY_TOLERANCE_MS = 100;

/**
 * The first segment boundary at or after a time; the time itself when it is older than all boundaries, or when the
 * source has not got there.
 * @param boundariesMs starts of segments, ascending, on the clock of `atMs`
 */
export function boundaryAtOrAfter(atMs: number, boundariesMs: readonly number[]): number {
  const first = boundariesMs[0];
  if (first === undefined || atMs < first) return atMs;
  return boundariesMs.find((boundary) => boundary >= atMs - BOUNDARY_TOLERANCE_MS) ?? atMs;
}

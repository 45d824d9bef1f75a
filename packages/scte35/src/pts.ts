/** Ticks of the 90 kHz clock per second. */
export const TICKS_PER_SECOND = 90_000;
/** PTS values are 33 bits wide: they start again every 26.5 hours. */
export const PTS_MODULUS = 2 ** 33;

/** `(a + b) mod 2^33`; both in ticks, `b` may be negative (rule SCTE-S4). */
export function addPts(a: number, b: number): number {
  const sum = (a + b) % PTS_MODULUS;
  return sum < 0 ? sum + PTS_MODULUS : sum;
}

/**
 * Signed ticks from `earlier` to `later` by the short way round: in [-2^32, 2^32).
 * @see SCTE 35 §9.8.1; rule SCTE-S4
 */
export function ptsDifference(later: number, earlier: number): number {
  const difference = addPts(later, -earlier);
  return difference >= PTS_MODULUS / 2 ? difference - PTS_MODULUS : difference;
}

/**
 * Seconds of ticks of the 90 kHz clock.
 * @see SCTE 35 §9.8.1
 */
export function ticksToSeconds(ticks: number): number {
  return ticks / TICKS_PER_SECOND;
}

/**
 * Ticks of the 90 kHz clock, rounded to whole ones; not reduced modulo 2^33.
 * @see SCTE 35 §9.8.1
 */
export function secondsToTicks(seconds: number): number {
  return Math.round(seconds * TICKS_PER_SECOND);
}

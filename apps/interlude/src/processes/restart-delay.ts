/** The delay before a role whose process has ended is started again. */

export const restartLimits = {
  /** The wait after the first end, doubled after each further one. */
  firstMs: 500,
  /** Longest wait: the cause of the end may be over by then. */
  mostMs: 30_000,
  /** A role that ran this long has recovered; its next end counts as the first one. */
  calmMs: 60_000,
};

export interface Restart {
  /** Ends without a calm time between them, this one included. */
  readonly endsInARow: number;
  readonly delayMs: number;
}

/**
 * @param before ends in a row before this one
 * @param ranMs how long the role ran this time
 * @param random 0 to 1: half of the wait is left to chance, so that roles that ended together do not start together
 */
export function nextRestart(before: number, ranMs: number, random: number): Restart {
  const endsInARow = ranMs >= restartLimits.calmMs ? 1 : before + 1;
  const doubled = restartLimits.firstMs * 2 ** (endsInARow - 1);
  const ceilingMs = Math.min(restartLimits.mostMs, doubled);
  return { endsInARow, delayMs: Math.round(ceilingMs * (0.5 + random / 2)) };
}

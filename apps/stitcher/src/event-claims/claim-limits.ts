/** Limits of event claims, with units. */
export const claimLimits = {
  /** An ad segment waits this long at most: a slow database never keeps media from viewers. */
  withinMs: 400,
  /** Then, and when a statement has failed, nobody waits for this long. */
  retryAfterMs: 1_000,
  /** Claims of one statement. */
  batch: 500,
} as const;

/** Limits of event claims, with units. */
export const claimLimits = {
  /** An ad segment waits this long at most: a slow database never keeps media from viewers. */
  withinMs: 400,
  /** After a slower claim no ad segment waits for this long; a failed statement is repeated after it. */
  retryAfterMs: 1_000,
  /** Events wait this long at most, then they happen by what is known in this process. */
  answeredWithinMs: 20_000,
  /** A statement that takes longer is sent again. */
  statementMs: 5_000,
  /** Claims that wait: events beyond happen by what is known in this process. */
  waiting: 20_000,
  /** Claims of one statement. */
  batch: 500,
} as const;

/** Limits of stored plans, with units. */
export const planLimits = {
  /** Plans that change within this time are stored together, each once. */
  everyMs: 250,
  /** Plans of one statement: they are made and sealed in one piece. */
  batch: 100,
  /** A plan that does not change is stored again after this: who takes it up knows that nothing was missed. */
  againAfterMs: 600_000,
  /** Sealed bytes that a company stores in an hour, for each session of its plan: of three changes a break, a break a minute. */
  hourlyBytesOfSession: 256 * 1024,
  retryAfterMs: 1_000,
  /** What an orderly stop waits for the last ones. */
  stopWithinMs: 3_000,
} as const;

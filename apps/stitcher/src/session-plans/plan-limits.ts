/** Limits of stored plans, with units. */
export const planLimits = {
  /** Plans that change within this time are stored together, each once. */
  everyMs: 250,
  /** Plans of one statement: they are made and sealed in one piece. */
  batch: 100,
  /**
   * An unchanged plan is stored again after this: one that is too old may lack breaks, and is not taken up
   * (`takeUpPlan`).
   */
  againAfterMs: 600_000,
  /**
   * Sealed bytes that a company may store in an hour for each session of its tier: three changes per break, a break a
   * minute.
   */
  hourlyBytesOfSession: 256 * 1024,
  retryAfterMs: 1_000,
  /** Longest wait of a stop in order for the last plans. */
  stopWithinMs: 3_000,
} as const;

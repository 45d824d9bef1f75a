/** Limits of ready-made creatives and slates, with units. */
export const creativeLimits = {
  manifestBytes: 1024 * 1024,
  renditions: 20,
  /** Representations whose segments are listed, one after the other, to find that many renditions. */
  candidates: 60,
  segments: 2_000,
  /** A creative that was read is not requested again before this. */
  keepMs: 10 * 60_000,
  /** One that failed is not requested again before this. */
  failedMs: 30_000,
  /** Creatives in memory; the longest unused goes first. */
  entries: 1_000,
  /** Timeout of reading a creative: it goes on past the deadline of a break, for the next one. */
  timeoutMs: 8_000,
} as const;

/** Limits of the turns of ad requests, with units. */
export const turnLimits = {
  /** Timeout of a statement; after it turns are taken in memory, at this stitcher's share of the limit. */
  withinMs: 1_000,
  /** Pause after a failed statement; until then turns are taken in memory. */
  retryAfterMs: 1_000,
  /** Turns of one ad server that one statement takes. */
  batch: 1_000,
  /** Ad servers whose next turn is kept in memory; the least recently used goes first. */
  servers: 10_000,
  /** Share of the limit that is used: requests that leave up to 50 ms late still keep to the limit. */
  share: 0.95,
} as const;

/** Limits of the turns of ad requests, with units. */
export const turnLimits = {
  /** A statement that takes longer is not waited for: turns are taken here then, at the share of this stitcher. */
  withinMs: 1_000,
  /** So long, too, after a statement that has failed. */
  retryAfterMs: 1_000,
  /** Turns of one ad server that one statement takes. */
  batch: 1_000,
  /** Ad servers whose turns are known here; the one that was asked for longest ago goes first. */
  servers: 10_000,
  /** Of the limit: requests that leave up to 50 ms late do not come closer together than it allows. */
  share: 0.95,
} as const;

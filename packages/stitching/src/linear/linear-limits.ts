/** Limits of linear channels, with units. */
export const LINEAR_LIMITS = {
  /** Length of the list up to the live edge; at least six target durations. */
  windowMs: 60_000,
  windowTargetDurations: 6,
  /** Least time between a save and its takeover: by then every process has read it. */
  takeoverMs: 12_000,
  /** Parts of one cycle: pieces of items, and cycles of the filler in breaks. */
  parts: 20_000,
  /** Segments of one track of an item that are read: four days of six seconds. */
  segments: 60_000,
  /** Shortest cycle, microseconds: a shorter one is no programme. */
  minCycleUs: 100_000,
} as const;

/** Times of a linear channel are whole microseconds: sums of them never drift. */
export const US_PER_MS = 1_000;
export const US_PER_SECOND = 1_000_000;

/** Limits of serving stored files, with units. */
export const mediaLimits = {
  /** Settings of a storage are read again after this, ms. */
  keepStorageMs: 10_000,
  /** Storages that are remembered; the one that was read longest ago goes first. */
  storages: 2_000,
  /** Queries for storages under way. */
  lookupsAtOnce: 16,
  /** Longer paths are none of ours, characters. */
  pathChars: 1_000,
  /** Longer Range headers are ignored, characters. */
  rangeChars: 100,
  /** How often served bytes are written, ms. */
  writeEveryMs: 5_000,
} as const;

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
  /** Larger files of storages elsewhere are passed on as they come, bytes. */
  keptFileBytes: 8 * 1024 * 1024,
  /** Of all kept files together, bytes. */
  keptBytes: 64 * 1024 * 1024,
  /** A file that was deleted is served for so long at most, ms. */
  keepFileMs: 5 * 60_000,
  /** Bytes of a kept file go out in pieces, so that those are counted that went. */
  pieceBytes: 64 * 1024,
  /** How often served bytes are written, ms. */
  writeEveryMs: 5_000,
} as const;

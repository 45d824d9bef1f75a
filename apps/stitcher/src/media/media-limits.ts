/** Limits of serving stored files, with units. */
export const mediaLimits = {
  /** Settings of a storage are read again after this, ms. */
  keepStorageMs: 10_000,
  /** Storages that are remembered; the one that was read longest ago goes first. */
  storages: 2_000,
  /** Queries for storages under way. */
  lookupsAtOnce: 16,
  /** Longer paths are answered with 404, characters. */
  pathChars: 1_000,
  /** Longer Range headers are ignored, characters. */
  rangeChars: 100,
  /** Larger files of remote storages are streamed and not kept, bytes. */
  keptFileBytes: 8 * 1024 * 1024,
  /** All kept files together, bytes. */
  keptBytes: 64 * 1024 * 1024,
  /** A kept file is served this long, even after it was deleted in its storage, ms. */
  keepFileMs: 5 * 60_000,
  /** Kept files are sent in pieces of this size, so that only bytes that were sent are counted. */
  pieceBytes: 64 * 1024,
  /** How often served bytes are written, ms. */
  writeEveryMs: 5_000,
} as const;

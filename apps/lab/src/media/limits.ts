/** Limits of the lab's media cache. */
export const mediaCacheLimits = {
  /** Entries of one media that stay: the newest, and those of other versions of the project that share the folder. */
  entriesPerMedia: 3,
  /** An entry is marked as used no more often. */
  usedEveryMs: 60 * 60_000,
  lockPollMs: 250,
  lockBeatMs: 2_000,
  /** A lock that was not touched for so long belongs to nobody. */
  lockStaleMs: 30_000,
  /** A folder that has been in the making for so long is left over, whoever has its process id now. */
  workMs: 60 * 60_000,
} as const;

/** Limits of the lab's media cache. */
export const mediaCacheLimits = {
  /** Entries of one media that stay: the newest, and those of other versions of the project that share the folder. */
  entriesPerMedia: 3,
  /** Shortest time between two marks of an entry as used. */
  usedEveryMs: 60 * 60_000,
  lockPollMs: 250,
  lockBeatMs: 2_000,
  /** A lock that was not renewed for this long is abandoned. */
  lockStaleMs: 30_000,
  /** A folder that has been in the making for this long is abandoned, even if another process has its process id. */
  workMs: 60 * 60_000,
} as const;

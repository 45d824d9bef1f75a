/** Durations, sizes and counts that bound the archive of events. */
export const archiveLimits = {
  /** Segments that do not fill a group wait this long before they are converted, so that files hold many events. */
  gatherMs: 300_000,
  /** Segments are converted together up to this size (about 200,000 events), and at once when they reach it. */
  groupBytes: 32 * 1024 * 1024,
  groupSegments: 500,
  /** Groups that one run converts; the next run continues. */
  groupsARun: 40,
  /** Bytes of segments that may wait on the disk of a stitcher; beyond it, segments are counted but not archived. */
  waitingBytes: 1024 ** 3,
  /** Age of the oldest segment that is archived: the record that an older one was archived may have been purged. */
  segmentMs: 14 * 86_400_000,
  /** How long archived segments are recorded: longer than segments wait, so that none is archived twice. */
  marksMs: 30 * 86_400_000,
  /** Number of files at which a day that is not over is compacted. */
  filesOfToday: 24,
  /** Largest file that compaction makes; larger ones stay as they are. */
  fileBytes: 256 * 1024 * 1024,
  filesAtOnce: 200,
  /** How long a replaced file is kept, so that a reader that has opened it can read it to its end. */
  unreadMs: 3_600_000,
} as const;

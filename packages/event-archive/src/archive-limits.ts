/** Times and sizes of the archive. */
export const archiveLimits = {
  /** A file holds the events of at least so long, unless there are many. */
  gatherMs: 300_000,
  /** Segments are converted together up to this size (about 200,000 events), and at once when they reach it. */
  groupBytes: 32 * 1024 * 1024,
  groupSegments: 500,
  /** Groups of one run; the next one goes on. */
  groupsARun: 40,
  /** Segments that wait on the disk of a stitcher; beyond it they are counted, but not archived. */
  waitingBytes: 1024 ** 3,
  /** A segment that has waited for longer is not archived: nobody could tell any more whether it was. */
  segmentMs: 14 * 86_400_000,
  /** For longer than segments wait. */
  marksMs: 30 * 86_400_000,
  /** Files that one company's day may have before it is over. */
  filesOfToday: 24,
  /** Largest file that compaction makes; larger ones stay as they are. */
  fileBytes: 256 * 1024 * 1024,
  filesAtOnce: 200,
  /** Whoever has begun to read a file before it was replaced can read it to its end. */
  unreadMs: 3_600_000,
} as const;

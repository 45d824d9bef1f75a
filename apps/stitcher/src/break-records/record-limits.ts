/** Limits of the record of breaks, with units. */
export const recordLimits = {
  /** Sums leave for the spool, and stages for the database, this often. */
  flushEveryMs: 1_000,
  /** Breaks whose sums wait for that; with more they leave at once. */
  summedBreaks: 1_000,
  /** Breaks that are not over; beyond it the oldest is no longer corrected. */
  openBreaks: 5_000,
  /** A break is looked at for the last time this long after it was decided. */
  openMs: 3 * 3_600_000,
  /**
   * A break is settled this long after the edge of the source has passed it: players still request its last ad
   * segments.
   */
  settleAfterMs: 10_000,
  /** Sessions that are settled before the event loop gets its turn; takes some ms. */
  settledAtOnce: 500,
  /** Breaks of a session that are remembered. */
  breaksOfSession: 32,
  /** Sessions of one break whose stages are kept, by the reason to keep them. */
  monitor: 50,
  lost: 24,
  lostOfReason: 3,
  sampled: 32,
  /** One session in so many is sampled. */
  sampleOf: 100,
  /** Stages of a channel in an hour; those after the decision, and all of monitors, may take twice as much. */
  bytesOfChannel: 4 * 1024 * 1024,
  /** Ad server answers to one session for one break together, characters. */
  answerChars: 24_000,
  /** Splice plan of a session of the monitor, characters. */
  planChars: 128 * 1024,
  /** One address or text in a stage, characters. */
  textChars: 2_000,
  /** Requests, ads and events in one stage. */
  entries: 60,
  /** Search keys of one session in one break: ids of creatives, and ad servers. */
  keys: 240,
  /** Sessions in breaks whose later stages are kept, too. */
  keptSessions: 5_000,
  /** Bytes that a stage takes beside its detail. */
  rowBytes: 500,
  /** Stages that wait for the database; the oldest goes first. */
  waiting: 5_000,
  waitingBytes: 16 * 1024 * 1024,
  /** Stages in one statement. */
  writtenAtOnce: 200,
} as const;

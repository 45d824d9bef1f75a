/** Limits of the record of breaks, with units. */
export const recordLimits = {
  /** Sums leave for the spool, and stages for the database, this often. */
  flushEveryMs: 1_000,
  /** Breaks whose sums wait for that; beyond it they leave at once. */
  summedBreaks: 1_000,
  /** Breaks that are not over; of the oldest nothing is corrected any more. */
  openBreaks: 5_000,
  /** A break is looked at for the last time this long after it was decided. */
  openMs: 3 * 3_600_000,
  /** Players request the last ad segments of a break this long after the edge of the source has passed it. */
  settleAfterMs: 10_000,
  /** Sessions that are settled without a pause, some ms. */
  settledAtOnce: 500,
  /** Breaks of a session that are remembered. */
  breaksOfSession: 32,
  /** Sessions of one break whose stages are kept, by why they are. */
  monitor: 50,
  lost: 24,
  lostOfReason: 3,
  sampled: 32,
  /** One session in so many is sampled. */
  sampleOf: 100,
  /** Of a channel in an hour; sessions of monitors may take twice as much. */
  bytesOfChannel: 4 * 1024 * 1024,
  /** Of the answers of one session to one break together, characters. */
  answerChars: 24_000,
  /** Of the plan of a session of a monitor. */
  planChars: 128 * 1024,
  /** Of one address or text in a stage. */
  textChars: 2_000,
  /** Requests, ads and events in one stage. */
  entries: 60,
  /** What a session in a break is found by: ids of creatives and ad servers. */
  keys: 240,
  /** Sessions in breaks whose later stages are kept, too. */
  keptSessions: 5_000,
  /** What a stage takes beside its detail. */
  rowBytes: 500,
  /** Stages that wait for the database; the oldest goes first. */
  waiting: 5_000,
  waitingBytes: 16 * 1024 * 1024,
  /** Stages in one statement. */
  writtenAtOnce: 200,
} as const;

/** Limits of the entries of sessions, with units. */
export const entryLimits = {
  /**
   * A stitcher that is alone waits for the entry of a decision at most this long: a slow database never keeps ads from
   * viewers. So do claims and starts.
   */
  writeWithinMs: 400,
  /**
   * Where several stitchers may serve a session each shows what stands in the database, and nothing before: so much longer
   * than the decision may take it is waited for where the database is slow,
   */
  sharedWithinMs: 5_000,
  /** and at least so long while it is away, as when it restarts. */
  awayWithinMs: 2_500,
  /** Another stitcher asks the ad server: how often it is looked whether it has decided. */
  lookAgainMs: 100,
  /** Entries of one statement. */
  batch: 500,
  /** Sealed bytes of one statement: ads of many trackers are large. */
  batchBytes: 8 * 1024 * 1024,
  /** Sealed bytes that wait in memory while the database is away; more are left out, and counted. */
  waitingBytes: 64 * 1024 * 1024,
  /**
   * Sealed bytes that a company may store in an hour, for each session of its plan, creatives included: of a break every
   * two minutes 8 KiB. What is beyond is shown, and not stored.
   */
  hourlyBytesOfSession: 256 * 1024,
  retryAfterMs: 1_000,
  /** The same, while decisions wait that others might make otherwise. */
  retrySoonMs: 200,
  /** Snapshots that are kept in memory when they were read. */
  creativesRead: 1_000,
  /** Of snapshots that this process knows to be stored. */
  knownSnapshots: 10_000,
  /** A snapshot is kept for `sessionEntriesMs` after its last use: it is written again this long after. */
  snapshotAgeMs: 3_600_000,
} as const;

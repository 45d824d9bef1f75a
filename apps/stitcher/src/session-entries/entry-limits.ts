/** Limits of the entries of sessions, with units. */
export const entryLimits = {
  /**
   * A single stitcher waits at most this long until a decision is stored: a slow database must not keep ads from
   * viewers. Claims and starts wait as long.
   */
  writeWithinMs: 400,
  /**
   * Where several stitchers may serve a session each shows only the decision that stands in the database: with a slow
   * database it waits this much longer than the decision may take,
   */
  sharedWithinMs: 5_000,
  /** and with a database that is away, as when it restarts, at least this long. */
  awayWithinMs: 2_500,
  /** Interval at which a stitcher looks for the decision of the one that requests the ads of a break. */
  lookAgainMs: 100,
  /** Entries of one statement. */
  batch: 500,
  /** Sealed bytes of one statement: ads of many trackers are large. */
  batchBytes: 8 * 1024 * 1024,
  /** Sealed bytes that wait in memory while the database is away; entries beyond them are lost, and counted. */
  waitingBytes: 64 * 1024 * 1024,
  /**
   * Sealed bytes, creatives included, that a company may store in an hour for each session of its tier: 8 KiB for a
   * break every two minutes. Decisions beyond them are shown, and not stored.
   */
  hourlyBytesOfSession: 256 * 1024,
  retryAfterMs: 1_000,
  /** Likewise, while decisions wait that another stitcher might make differently. */
  retrySoonMs: 200,
  /** Snapshots of creatives that are kept in memory after they were read. */
  creativesRead: 1_000,
  /** Snapshots of creatives that this process knows to be stored. */
  knownSnapshots: 10_000,
  /**
   * A snapshot that is still in use is written again this long after it was written: it is purged `sessionEntriesMs`
   * later.
   */
  snapshotAgeMs: 3_600_000,
} as const;

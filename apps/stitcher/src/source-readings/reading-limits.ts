/** Limits of common readings, with units. */
export const readingLimits = {
  /** A reading is shown this long after it was put: notices take a few milliseconds, now and then some hundred. */
  shownAfterMs: 250,
  /** Readings are kept this long for those who missed their notice, or open the source. */
  keptMs: 120_000,
  /** A source that is opened begins with a reading of these seconds. */
  baseAgeMs: 3_000,
  /** Who has the source says so within this. */
  hereWithinMs: 300,
  /** And puts a reading with a base within this. */
  baseWithinMs: 3_000,
  /** A statement that takes longer is none: each stitcher goes on for itself. */
  answerWithinMs: 1_500,
  /** Of lines, before they are compressed. */
  textBytes: 32 * 1024 * 1024,
  /** Sealed bytes that a company puts in a second in each stitcher on average; beyond it each reads for itself. */
  bytesPerSecond: 512 * 1024,
  /** So much may be put at once after a pause. */
  burstSeconds: 20,
  /** How often it is tried to listen to the notices while the database is away. */
  listenAgainMs: 5_000,
} as const;

/** Limits of common readings, with units. */
export const readingLimits = {
  /** A reading is shown this long after it was put: notices take a few milliseconds, now and then some hundred. */
  shownAfterMs: 250,
  /** Readings are kept this long for those who missed their notice, or open the source. */
  keptMs: 120_000,
  /** Greatest age of the reading with a base with which a source is opened. */
  baseAgeMs: 3_000,
  /** A stitcher that has the source answers one that joins within this. */
  hereWithinMs: 300,
  /** It puts a reading with a base within this. */
  baseWithinMs: 3_000,
  /** Timeout of a statement; after it each stitcher goes on for itself. */
  answerWithinMs: 1_500,
  /** Characters of the lines of a reading, before they are compressed. */
  textBytes: 32 * 1024 * 1024,
  /** Sealed bytes that a company puts in a second in each stitcher on average; beyond it each reads for itself. */
  bytesPerSecond: 512 * 1024,
  /** Seconds of this rate that may be put at once after a pause. */
  burstSeconds: 20,
  /** Interval at which LISTEN is tried again while the database is away. */
  listenAgainMs: 5_000,
} as const;

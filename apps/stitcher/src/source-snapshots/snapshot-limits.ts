/** Limits of the snapshots of sources, with units. */
export const snapshotLimits = {
  /** A snapshot is taken at most this often, and at least as often as a third of what the source lists passes. */
  leastMs: 2_000,
  everyMs: 10_000,
  /**
   * Characters that are made of a source in a millisecond on average, a fifth of a hundredth of a core: a window of hours is
   * stored every minute, where its source lists twice as much.
   */
  textPerMs: 100,
  /** Likewise when its breaks have changed. */
  textOfNewsPerMs: 1_000,
  /** Of lines, before they are compressed: a window of two hours in eight renditions has half of it. */
  textBytes: 16 * 1024 * 1024,
  /** Sealed bytes a second that a company writes in each stitcher; its snapshots become rarer instead. */
  bytesPerSecond: 64 * 1024,
  /** One that is older says nothing any more of what the source lists. */
  mostAgeMs: 600_000,
  /** What the opening of a source waits for its snapshot. */
  readWithinMs: 1_000,
  /** What an orderly stop waits for the last ones. */
  stopWithinMs: 3_000,
} as const;

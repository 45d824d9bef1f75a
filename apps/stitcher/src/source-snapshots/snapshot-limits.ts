/** Limits of the snapshots of sources, with units. */
export const snapshotLimits = {
  /**
   * Pause between two snapshots: a third of the source window, within these; longer for long snapshots (`textPerMs`).
   */
  leastMs: 2_000,
  everyMs: 10_000,
  /**
   * Characters per millisecond that snapshots of a source may have on average, about 0.2 % of a core: a window of hours
   * is stored once a minute, where the source lists at least twice as much.
   */
  textPerMs: 100,
  /** Likewise for snapshots that are due because breaks have changed. */
  textOfNewsPerMs: 1_000,
  /** Characters of a snapshot, before it is compressed: a window of two hours in eight renditions has half of it. */
  textBytes: 16 * 1024 * 1024,
  /** Sealed bytes a second that a company writes in each stitcher; its snapshots become rarer instead. */
  bytesPerSecond: 64 * 1024,
  /** Greatest age of a snapshot with which a source is opened. */
  mostAgeMs: 600_000,
  /** Longest wait for the snapshot of a source that is being opened. */
  readWithinMs: 1_000,
  /** Longest wait of a stop in order for the last snapshots. */
  stopWithinMs: 3_000,
} as const;

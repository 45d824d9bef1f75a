/** Limits of the beacon journal, with units. */
export const journalLimits = {
  rotateAfterMs: 60_000,
  rotateAfterBytes: 8 * 1024 * 1024,
  /** Older files are deleted: who comes back to an ad after this is counted anew. */
  keepMs: 30 * 60_000,
  /** Of all files of a process; the oldest goes first. */
  keepBytes: 128 * 1024 * 1024,
  /** An answer waits for the disk at most this long: a stalled disk never stalls playback. */
  acknowledgeWithinMs: 500,
  /** Lines in memory while the disk refuses them; more are left out. */
  pendingLines: 100_000,
  /** A beacon that a dead process owed is still sent this long after its event. */
  oweMs: 5 * 60_000,
} as const;

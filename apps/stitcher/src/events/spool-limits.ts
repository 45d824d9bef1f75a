/** Limits of the spool, with units. */
export const spoolLimits = {
  /** A segment is closed and shipped after this long when something is in it: figures are fresh within 15 s. */
  rotateAfterMs: 5_000,
  rotateAfterEvents: 20_000,
  rotateAfterBytes: 8 * 1024 * 1024,
  /** Events kept in memory while the disk refuses them; more are dropped and counted. */
  unwrittenEvents: 50_000,
  retryWriteAfterMs: 1_000,
  /** All segments that wait for the database. Beyond it new events are dropped and counted. */
  totalBytes: 2 * 1024 ** 3,
  /** An answer waits for its events at most this long: a stalled disk never stalls playback. */
  acknowledgeWithinMs: 500,
} as const;
export type SpoolLimits = { readonly [Key in keyof typeof spoolLimits]: number };

/** Limits of reading sources, with units. */
export const originLimits = {
  timeoutMs: 4_000,
  /** Bytes read of an initialisation section for the codec of its subtitles: packagers write less than 2 KiB. */
  initBytes: 64 * 1024,
  /** Renditions of one source that are read; more are left out of the output. */
  renditions: 40,
  /** Longest wait of a first request until its source is open. */
  openWithinMs: 8_000,
  /** Polling pace: never faster, never slower. */
  minPollMs: 500,
  maxPollMs: 20_000,
  /**
   * Readings that are kept. Sessions whose requests are further apart skip older ones, and miss only where the edge
   * was.
   */
  keptReadings: 4,
  /** The last good output stays this many target durations after the source fell silent (rule H33). */
  staleTargetDurations: 3,
  minStaleMs: 6_000,
  /** A source is polled for this long after the last session of its channel. */
  lingerMs: 30_000,
  /** A source that could not be opened is not tried again before this. */
  reopenAfterMs: 2_000,
  /** With `dynamicConfiguration` the multivariant playlist is read again after this. */
  reconfigureAfterMs: 5_000,
} as const;

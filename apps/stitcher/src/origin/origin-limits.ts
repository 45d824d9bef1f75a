/** Limits of reading sources, with units. */
export const originLimits = {
  timeoutMs: 4_000,
  /** Of an initialisation section that declares the form of subtitles: those of packagers have less than 2 KiB. */
  initBytes: 64 * 1024,
  /** Renditions of one source that are read; more are left out of the output. */
  renditions: 40,
  /** What a first request waits for its source. */
  openWithinMs: 8_000,
  /** Polling pace: never faster, never slower. */
  minPollMs: 500,
  maxPollMs: 20_000,
  /** Sessions that ask less often than every so many readings skip those between: all they miss is where the edge was. */
  keptReadings: 4,
  /** The last good output stays this many target durations after the source fell silent (rule H33). */
  staleTargetDurations: 3,
  minStaleMs: 6_000,
  /** The poller stops this long after the last session is gone. */
  lingerMs: 30_000,
  /** A source that could not be opened is not tried again before this. */
  reopenAfterMs: 2_000,
  /** With `dynamicConfiguration` the multivariant playlist is read again after this. */
  reconfigureAfterMs: 5_000,
} as const;

/** Limits on what stitching keeps of a source, a channel and a splice plan: counts and milliseconds. */
export const STITCHING_LIMITS = {
  /** How long a segment is kept after it left the source's playlist, so that slower renditions can still be cut. */
  keptAfterRemovalMs: 120_000,
  /** Segments in the window of one rendition, those that left the source's playlist included. */
  maxWindowSegments: 50_000,
  /** Cues taken from one playlist; the rest is ignored. */
  maxCues: 10_000,
  /** Cues of one kind at one time of a playlist (nested events); the rest is ignored. */
  maxCuesOfPlace: 64,
  /** Breaks remembered of one channel. */
  maxBreaks: 512,
  /** An ad break without an announced duration ends here when no return cue comes. */
  openBreakCapMs: 600_000,
  /** Longest break, ms, whatever duration its cue announces. */
  maxBreakMs: 3_600_000,
  /** An avail, or the rest of one, that is shorter than this is not offered to the ad server, ms. */
  minAvailMs: 1_000,
  /** Ads taken into one pod. */
  maxAdsPerPod: 100,
  /** Sums of ad durations that are compared to find the best fill of an avail. */
  maxFillChoices: 2_000,
  /** Pieces of slate in one break (a loop of a 10 s slate over the longest break needs 360). */
  maxSlatePieces: 400,
  /** Breaks of one plan that are kept with their details; older ones are folded into its base. */
  maxPlannedBreaks: 256,
} as const;

/** Limits of asking for ads, with units. */
export const decisionLimits = {
  /** For the ad server, all wrappers and the creatives of one break together. */
  deadlineMs: 2_500,
  /** With a break that was announced earlier. */
  longestDeadlineMs: 10_000,
  vastBytes: 2 * 1024 * 1024,
  wrapperDepth: 5,
  /** Ready-made files of one ad that are looked at. */
  mediaFiles: 4,
  /** Ad requests under way at once; the rest waits (and its deadline runs). */
  parallel: 256,
} as const;

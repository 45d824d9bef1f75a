/** Limits of on-demand playback, with units. */
export const vodLimits = {
  /** For the whole plan: the ads of all breaks are requested at once. */
  planWithinMs: 6_000,
  /** Breaks of one asset for which ads are requested. */
  breaks: 50,
  feedBytes: 2 * 1024 * 1024,
  feedTimeoutMs: 4_000,
  /** Body of a session request. */
  bodyBytes: 64 * 1024,
  /** Assets kept for `cacheTime`; the oldest goes first. */
  assets: 100,
  /** What a break is offered that nobody gave a length. */
  openBreakMs: 600_000,
  /** Subtitles and audio with longer segments cannot be cut with the video; in its target durations. */
  longestTrackSegment: 3,
} as const;

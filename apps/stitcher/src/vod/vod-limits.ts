import type { Tenant } from '@interlude/contract';

/** Limits of on-demand playback, with units. */
export const vodLimits = {
  /** For the whole plan: the ads of all breaks are requested at once. */
  planWithinMs: 6_000,
  /** Then for storing the plan; a single stitcher waits less, several wait longer, see `entryLimits`. */
  storedWithinMs: 1_000,
  /** Breaks of one asset for which ads are requested. */
  breaks: 50,
  /** A feed of a hundred items with cue points has about 200 kB; it is parsed in one piece. */
  feedBytes: 1024 * 1024,
  feedTimeoutMs: 4_000,
  /** Body of a session request. */
  bodyBytes: 64 * 1024,
  /** Renditions of an asset that are requested at one time. */
  renditionsAtOnce: 6,
  /** Assets kept for `cacheTime`; the oldest goes first. */
  assets: 100,
  /** A source, feed or asset that could not be read is not requested again for this long. */
  failureKeptMs: 5_000,
  /** Requests of a session for its source: a playlist of 100 items with ten manifests each. */
  sourceFetches: 1_000,
  /** Requests of a session for ads and creatives: 50 breaks with an ad request, a wrapper and three creatives each. */
  adFetches: 250,
  /** Length that is offered for a break of unknown duration. */
  openBreakMs: 600_000,
  /** Subtitles and audio with longer segments cannot be cut with the video; in its target durations. */
  longestTrackSegment: 3,
} as const;

/**
 * Requests that the on-demand channels of a tenant make, divided by the number of stitchers. An asset with three
 * renditions and five breaks takes about ten: a trial begins ten such sessions a second, and two hundred at once.
 */
export const tenantFetches: Readonly<
  Record<Tenant['tier'], { readonly perSecond: number; readonly burst: number }>
> = {
  trial: { perSecond: 100, burst: 2_000 },
  basic: { perSecond: 400, burst: 8_000 },
  professional: { perSecond: 1_600, burst: 32_000 },
  enterprise: { perSecond: 3_200, burst: 64_000 },
};

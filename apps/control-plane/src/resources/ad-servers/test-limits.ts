/** Limits of one test of an ad server, with units. */
export const testLimits = {
  /** For the ad server and all wrappers together: the longest that a break waits. */
  deadlineMs: 10_000,
  /** What a break waits that was not announced early. */
  breakDeadlineMs: 2_500,
  /** For the packages of one ad; all ads at once. */
  packagesMs: 5_000,
  /** Of one tenant. */
  rate: { points: 30, windowMs: 60_000 },
  /** Characters of an answer that are shown. */
  shownChars: 20_000,
  /** Ads that are told of; an answer may name thousands. */
  ads: 50,
} as const;

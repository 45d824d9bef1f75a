/** Limits of ad requests, with units. */
export const decisionLimits = {
  /** For the ad server, all wrappers and the creatives of one break together. */
  deadlineMs: 2_500,
  /** With a break that was announced earlier. */
  longestDeadlineMs: 10_000,
  /** A request that has to wait for its turn is not sent where the ad server would have less time to answer. */
  leastAnswerMs: 1_000,
  /** Another stitcher that asks the ad server for a break has stored its decision this long after it had to be there. */
  storedWithinMs: 500,
  /** Of a source with long segments. */
  longestHoldMs: 6_000,
  /** Ad requests of an announced break are spread over this time, not all at once. */
  longestSpreadMs: 5_000,
  adRequestsPerSecond: 1_000,
  /** Breaks whose viewers are counted for that. */
  countedBreaks: 1_000,
  /** Answers that are kept for others of a cohort, or for `cacheTime`; the oldest goes first. */
  sharedDecisions: 20_000,
  /** An answer shared by a cohort is kept this long after the break. */
  keptAfterBreakMs: 60_000,
  /** Expected breaks of a session whose ads are held, and those that are known to be past. */
  prefetchedOfSession: 2,
  pastExpectedOfSession: 50,
  /** With contingency ads: a decision that comes to nothing ends so long before its deadline. */
  contingencyMs: 300,
  /** The newest answer of a channel serves as contingency for so long. */
  contingencyKeptMs: 3_600_000,
  /** Channels and cohorts with contingency ads; the oldest goes first. */
  contingencies: 10_000,
  /** Ad requests under way at once; the rest waits (and its deadline runs). */
  parallel: 256,
  /** Sessions that follow a break without a pause, some ms. */
  followedAtOnce: 500,
  /** Decisions of a channel that are begun; the other viewers of a break wait before anything is made for them. */
  startedOfChannel: 1_024,
} as const;

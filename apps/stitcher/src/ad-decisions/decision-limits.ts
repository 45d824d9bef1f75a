/** Limits of ad requests, with units. */
export const decisionLimits = {
  /** For the ad server, all wrappers and the creatives of one break together. */
  deadlineMs: 2_500,
  /** Longest deadline, for a break that was announced that early. */
  longestDeadlineMs: 10_000,
  /** Least time that an ad server gets to answer: a request whose turn leaves less is not sent. */
  leastAnswerMs: 1_000,
  /** The decision of another stitcher is stored this long after its deadline at the latest. */
  storedWithinMs: 500,
  /** Longest deadline that a long target duration alone allows. */
  longestHoldMs: 6_000,
  /** Ad requests of an announced break are spread over this time at most, not sent all at once. */
  longestSpreadMs: 5_000,
  adRequestsPerSecond: 1_000,
  /** Breaks whose viewers are counted to spread their ad requests. */
  countedBreaks: 1_000,
  /** Answers that are kept for others of a cohort, or for `cacheTime`; the oldest goes first. */
  sharedDecisions: 20_000,
  /** An answer shared by a cohort is kept this long after the break. */
  keptAfterBreakMs: 60_000,
  /** Expected breaks per session: with prefetched ads that are held, and known to be past. */
  prefetchedOfSession: 2,
  pastExpectedOfSession: 50,
  /** With contingency ads a session's own request ends this long before the deadline, so that they can be placed. */
  contingencyMs: 300,
  /** The newest answer with contingency ads serves this long. */
  contingencyKeptMs: 3_600_000,
  /** Pairs of channel revision and kind of device with contingency ads; the oldest goes first. */
  contingencies: 10_000,
  /** Ad requests under way at once; the rest waits (and its deadline runs). */
  parallel: 256,
  /** Sessions that follow a reading before the event loop gets its turn; takes some ms. */
  followedAtOnce: 500,
  /** Ad requests that are made, and answers that are read, before the event loop gets its turn; takes some ms. */
  handledAtOnce: 8,
  /** Decisions of a channel under way at once; other sessions of a break wait and take no memory yet. */
  startedOfChannel: 1_024,
} as const;

/** Limits of looking up and requesting conditioned creatives, with units. */
export const assetLimits = {
  /** Creatives in their forms that are remembered; the longest unused goes first. */
  entries: 20_000,
  /** Addresses of packages and slates that are remembered. */
  addresses: 5_000,
  /** What a decision waits for a look-up; it goes on for the next break. */
  lookupMs: 500,
  /** An asset is looked up again after this, should the notification of its removal be missed. */
  readyMs: 10 * 60_000,
  /** A job under way: requested again after this, should it have failed. */
  encodingMs: 60_000,
  /** Given up after failed jobs. */
  failedMs: 30_000,
  /** No workflow, or the database was away. */
  impossibleMs: 15_000,
  /** Requests under way at once. */
  parallel: 4,
  /** New creatives per tenant and `newEveryMs`: an ad server that makes up ids must not create jobs without end. */
  newClips: 200,
  newEveryMs: 10 * 60_000,
} as const;

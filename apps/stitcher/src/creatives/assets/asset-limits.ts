/** Limits of looking up and requesting conditioned creatives, with units. */
export const assetLimits = {
  /** States of creatives per conditioning profile in memory; the longest unused goes first. */
  entries: 20_000,
  /** Addresses of packages and slates that are remembered. */
  addresses: 5_000,
  /** How long a decision waits for a look-up, which goes on for the next break. */
  lookupMs: 500,
  /** An asset is looked up again after this, should the notification of its removal be missed. */
  readyMs: 10 * 60_000,
  /** While its job is under way a creative is requested again after this, should the job have failed. */
  encodingMs: 60_000,
  /** A creative that was given up after failed jobs is looked up again after this. */
  failedMs: 30_000,
  /** The same for a creative that could not be submitted: no workflow, or the database was away. */
  impossibleMs: 15_000,
  /** Requests for new encodings under way at once. */
  parallel: 4,
  /** New creatives per tenant and `newEveryMs`: an ad server that makes up ids must not create jobs without end. */
  newClips: 200,
  newEveryMs: 10 * 60_000,
} as const;

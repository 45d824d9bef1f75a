/** Limits of one VAST document (rule V11). A document beyond a size limit is invalid, never half read. */
export const VAST_LIMITS = {
  /** Characters of the document. */
  maxLength: 2 * 1024 * 1024,
  maxDepth: 64,
  maxElements: 20_000,
  maxAttributesPerElement: 64,
  /** Ad elements read of one document; the rest is left out with a warning. */
  maxAds: 100,
  /** Breaks of a VMAP document, cue points of an MRSS item; the rest is left out with a warning. */
  maxAdBreaks: 200,
  /** URLs of one kind on one ad (impressions, trackers of a Linear, …): each becomes a request of ours. */
  maxUrlsPerList: 500,
} as const;

export type VastLimits = { readonly [Name in keyof typeof VAST_LIMITS]: number };

/** Limits of one ad request and its answer, with units. */
export const adRequestLimits = {
  vastBytes: 2 * 1024 * 1024,
  wrapperDepth: 5,
  /** Of an ad request's address; MediaTailor's limit, so that ad servers know it. */
  urlChars: 25_000,
  /** Ready-made files of one ad that are looked at. */
  mediaFiles: 4,
} as const;

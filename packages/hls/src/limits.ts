/** Limits of one playlist. A source that breaks a size limit is refused with {@link HlsLimitError}. */
export const HLS_LIMITS = {
  /** Characters of the text (latin1: bytes). 40,000 segments with dates take about 4 MB. */
  maxLength: 32 * 1024 * 1024,
  maxLines: 1_000_000,
  maxSegments: 250_000,
  /** Attributes read of one attribute list; the rest is kept in the text but not in the model. */
  maxAttributes: 256,
  /** Keys in force on one segment (one per KEYFORMAT); more would make the model quadratic. */
  maxKeysInForce: 32,
  /** Warnings kept of one playlist. */
  maxWarnings: 200,
} as const;

export type HlsLimits = { readonly [Name in keyof typeof HLS_LIMITS]: number };

/** The one error the parsers throw: the text is larger than the limits allow. */
export class HlsLimitError extends Error {
  readonly code = 'MANIFEST_TOO_LARGE';
  readonly limit: keyof HlsLimits;

  constructor(limit: keyof HlsLimits, allowed: number) {
    super(`The playlist exceeds ${limit} (${allowed}).`);
    this.name = 'HlsLimitError';
    this.limit = limit;
  }
}

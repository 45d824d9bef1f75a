// A conditioned creative as the splicer needs it: per rendition of the channel its segments.

export interface CreativeSegment {
  readonly durationSeconds: number;
  /** EXTINF value as the creative's playlist prints it. */
  readonly extinf: string;
  /** Absolute. */
  readonly uri: string;
  readonly byteRange?: { readonly length: number; readonly offset: number } | undefined;
}

export interface CreativeRendition {
  readonly segments: readonly CreativeSegment[];
  /** Start of each segment within the creative, ms. */
  readonly startsMs: readonly number[];
  /** Initialisation section (fMP4), absolute; undefined for TS. */
  readonly map?:
    | {
        readonly uri: string;
        readonly byteRange?: { readonly length: number; readonly offset: number } | undefined;
      }
    | undefined;
}

/**
 * A creative, or slate, with one rendition for every rendition of the channel. Immutable: plans hold
 * it by reference, and what was published names its segments.
 */
export interface Creative {
  /** Stable and content-addressed; safe in a URL path. */
  readonly creativeId: string;
  /** Duration of the reference rendition (video), ms. */
  readonly durationMs: number;
  /** End of each segment of the reference rendition, ms: where slate may be cut. */
  readonly boundariesMs: readonly number[];
  /** Half of its longest first segment over all renditions, ms: from there on it counts as begun. */
  readonly begunAfterMs: number;
  /** By id of the source rendition. */
  readonly renditions: Readonly<Record<string, CreativeRendition>>;
}

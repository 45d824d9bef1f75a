// A conditioned creative as the splicer needs it: per rendition of the channel its segments.

export interface CreativeSegment {
  readonly durationSeconds: number;
  /** EXTINF value as the creative's playlist prints it. */
  readonly extinf: string;
  /** Absolute. */
  readonly uri: string;
  readonly byteRange?: { readonly length: number; readonly offset: number } | undefined;
}

/** Attributes of a rendition in an MPD; its media are those of `segments` and `map`. */
export interface DashRendition {
  readonly mimeType: string;
  readonly codecs: string;
  /** Bits per second. */
  readonly bandwidth: number;
  /** Pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** As written: `25`, `30000/1001`. */
  readonly frameRate?: string | undefined;
  /** Hz, as written. */
  readonly audioSamplingRate?: string | undefined;
  /** Ticks per second. */
  readonly timescale: number;
  /** Ticks: media time of the creative's start. */
  readonly presentationTimeOffset: number;
  /** Ticks: media time of each segment's start. */
  readonly startTicks: readonly number[];
  /** Ticks from the offset to the last segment's end. */
  readonly durationTicks: number;
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
  /** Its attributes in ad Periods; only when the creative was read as DASH. */
  readonly dash?: DashMedia | undefined;
}

/** A Representation of a creative: attributes and segment times that ad Periods print. */
export interface DashMedia {
  readonly mimeType: string;
  readonly codecs: string;
  /** Bits per second. */
  readonly bandwidth: number;
  readonly width?: number;
  readonly height?: number;
  readonly frameRate?: string;
  readonly audioSamplingRate?: string;
  /** Ticks per second. */
  readonly timescale: number;
  /** Ticks: media time of the creative's start. */
  readonly presentationTimeOffset: number;
  /** Media time of each segment's start, ticks. */
  readonly startTicks: readonly number[];
  /** From the creative's start to the end of its last segment, ticks. */
  readonly durationTicks: number;
}

/**
 * A creative, or slate, with one rendition for every rendition of the channel. Immutable: plans hold
 * it by reference, and what was published names its segments.
 */
export interface Creative {
  /** Stable and content-addressed; safe in a URL path. */
  readonly creativeId: string;
  /** Address from which it was read and can be read again: for DASH outputs and resumed sessions. */
  readonly address?: string | undefined;
  /** Duration of the reference rendition (video), ms. */
  readonly durationMs: number;
  /** End of each segment of the reference rendition, ms: where slate may be cut. */
  readonly boundariesMs: readonly number[];
  /** Time after its start at which it counts as begun, ms: half of its longest first segment over all renditions. */
  readonly begunAfterMs: number;
  /** By id of the source rendition. */
  readonly renditions: Readonly<Record<string, CreativeRendition>>;
}

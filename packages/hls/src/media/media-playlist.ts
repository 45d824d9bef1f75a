import type { AttributeList } from '../attribute-list.ts';

/** One `#EXT…` line. Comments are no tags; they stay in the text. */
export interface Tag {
  /** Without `#`, e.g. `EXT-X-CUE-OUT`. */
  readonly name: string;
  /** Text behind the first colon, trimmed at its end; empty without one. */
  readonly value: string;
  /** 1-based line of the source text. */
  readonly line: number;
}

export interface ByteRange {
  /** Bytes. */
  readonly length: number;
  /** Bytes from the resource's start, resolved against the segment before (RFC 8216 4.3.2.2). */
  readonly offset: number;
}

export interface MapTag {
  readonly uri: string;
  readonly byteRange?: ByteRange | undefined;
  /**
   * Keys that apply at the EXT-X-MAP line: they encrypt the map, whichever keys the segments behind it have (RFC 8216
   * 4.3.2.4).
   */
  readonly keys: readonly KeyTag[];
  /** The line as it was, without its end. */
  readonly text: string;
  readonly line: number;
}

export interface KeyTag {
  /** Never `NONE`: no encryption is an empty list of keys. */
  readonly method: string;
  readonly uri?: string | undefined;
  /** As written, with its `0x`; absent means that the segment's media sequence number is the IV. */
  readonly iv?: string | undefined;
  readonly keyFormat: string;
  readonly attributes: AttributeList;
  /** The line as it was, without its end. */
  readonly text: string;
  readonly line: number;
}

export interface Segment {
  /** Media sequence number. */
  readonly msn: number;
  readonly uri: string;
  /** Finite and >= 0; 0 with a warning when EXTINF is missing or no number. */
  readonly durationSeconds: number;
  readonly discontinuity: boolean;
  /** Epoch ms as tagged on this very segment. */
  readonly programDateTimeMs?: number | undefined;
  /** In force, wherever it was printed. */
  readonly map?: MapTag | undefined;
  /** The segment's own tags print an EXT-X-MAP. */
  readonly mapChanged: boolean;
  /** In force, one per KEYFORMAT; empty = clear. The array is shared between segments. */
  readonly keys: readonly KeyTag[];
  /** The segment's own tags print an EXT-X-KEY (METHOD=NONE too). */
  readonly keysChanged: boolean;
  readonly byteRange?: ByteRange | undefined;
  readonly gap: boolean;
  /** Where `text` begins in the source text; of latin1 text also the byte offset. */
  readonly offset: number;
  /** Verbatim lines of this segment incl. its URI line and line ends. */
  readonly text: string;
  /** Tags of this segment in order, EXTINF and unknown ones too. */
  readonly tags: readonly Tag[];
}

export type PlaylistType = 'VOD' | 'EVENT';

export interface MediaPlaylist {
  /**
   * Verbatim text before the first segment's own lines: it ends after the last tag that applies to the whole playlist.
   * When a source prints KEY, MAP or a marker before such a tag, that line is here (and in `headerTags`); the first
   * segment carries its effect all the same.
   */
  readonly header: string;
  readonly headerTags: readonly Tag[];
  /** EXT-X-VERSION; 1 when absent. */
  readonly version: number;
  /** Seconds; 0 with a warning when absent. */
  readonly targetDuration: number;
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly hasDiscontinuitySequence: boolean;
  readonly playlistType?: PlaylistType | undefined;
  readonly endList: boolean;
  readonly independentSegments: boolean;
  readonly iFramesOnly: boolean;
  /** Seconds of EXT-X-PART-INF. */
  readonly partTargetSeconds?: number | undefined;
  readonly serverControl?: AttributeList | undefined;
  /** SKIPPED-SEGMENTS of a delta update; the first segment's number counts them. */
  readonly skippedSegments: number;
  readonly segments: readonly Segment[];
  /** Verbatim text after the last segment's URI line. */
  readonly trailer: string;
  /** Tags after the last segment: parts, hints, ENDLIST, and markers that the next segment will carry. */
  readonly trailerTags: readonly Tag[];
}

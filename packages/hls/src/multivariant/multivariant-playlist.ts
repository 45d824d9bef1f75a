import type { AttributeList } from '../attribute-list.ts';

/** One line as it was: its text and its line end (empty on a last line without one). */
export interface Line {
  readonly text: string;
  readonly end: string;
}

export interface Resolution {
  readonly width: number;
  readonly height: number;
}

export interface Variant {
  readonly uri: string;
  /** Bits per second; 0 with a warning when missing. */
  readonly bandwidth: number;
  readonly averageBandwidth?: number | undefined;
  readonly codecs: readonly string[];
  readonly resolution?: Resolution | undefined;
  readonly frameRate?: number | undefined;
  readonly audio?: string | undefined;
  readonly video?: string | undefined;
  readonly subtitles?: string | undefined;
  readonly closedCaptions?: string | undefined;
  /** Index into `lines` of the STREAM-INF line and of its URI line (-1 when the URI is missing). */
  readonly lineIndex: number;
  readonly uriLineIndex: number;
  readonly attributes: AttributeList;
}

export type RenditionType = 'AUDIO' | 'VIDEO' | 'SUBTITLES' | 'CLOSED-CAPTIONS';

export interface Rendition {
  readonly type: RenditionType;
  readonly groupId: string;
  readonly name: string;
  readonly language?: string | undefined;
  readonly default: boolean;
  readonly autoselect: boolean;
  readonly uri?: string | undefined;
  readonly channels?: string | undefined;
  readonly lineIndex: number;
  readonly attributes: AttributeList;
}

export interface IFrameVariant {
  readonly uri: string;
  readonly bandwidth: number;
  readonly codecs: readonly string[];
  readonly resolution?: Resolution | undefined;
  readonly lineIndex: number;
  readonly attributes: AttributeList;
}

export interface MultivariantPlaylist {
  /** Every line, verbatim and in order; a byte order mark is part of the first. */
  readonly lines: readonly Line[];
  readonly variants: readonly Variant[];
  readonly renditions: readonly Rendition[];
  readonly iFrameVariants: readonly IFrameVariant[];
  /** EXT-X-VERSION; 1 when absent. */
  readonly version: number;
  readonly independentSegments: boolean;
}

/**
 * The lines joined: the source text again when nothing was changed.
 * @returns the playlist's text in latin1
 * @see RFC 8216 §4.3.4
 */
export function writeMultivariantPlaylist(playlist: Pick<MultivariantPlaylist, 'lines'>): string {
  return playlist.lines.map((line) => line.text + line.end).join('');
}

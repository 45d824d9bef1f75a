import { byteOrderMarkLength } from '../byte-order-mark.ts';
import { HLS_LIMITS, HlsLimitError } from '../limits.ts';
import type { Warning } from '../warning.ts';
import type { MediaPlaylist, Segment, Tag } from './media-playlist.ts';
import { readTags } from './read-tags.ts';
import { MediaPlaylistScanner } from './scan-media-playlist.ts';
import { ScannedSegment } from './scanned-segment.ts';

/** Segments and tags become objects when they are first accessed, and stay the same objects. */
class LazyParts {
  readonly #scan: MediaPlaylistScanner;
  #segments: readonly Segment[] | undefined;
  #headerTags: readonly Tag[] | undefined;
  #trailerTags: readonly Tag[] | undefined;

  constructor(scan: MediaPlaylistScanner) {
    this.#scan = scan;
  }

  get segments(): readonly Segment[] {
    if (this.#segments !== undefined) return this.#segments;
    const segments: Segment[] = [];
    for (let index = 0; index < this.#scan.table.length; index++)
      segments.push(new ScannedSegment(this.#scan, index));
    this.#segments = segments;
    return segments;
  }

  get headerTags(): readonly Tag[] {
    const { text, headerEnd } = this.#scan;
    this.#headerTags ??= readTags(text, byteOrderMarkLength(text), headerEnd, 1);
    return this.#headerTags;
  }

  get trailerTags(): readonly Tag[] {
    const { text, end, endLine } = this.#scan;
    const from = Math.max(end, byteOrderMarkLength(text));
    this.#trailerTags ??= readTags(text, from, text.length, endLine);
    return this.#trailerTags;
  }
}

/**
 * Reads a media playlist. Never fails on bad content: malformed lines become warnings and stay in the text. One scan
 * finds the offsets; segments, tags and dates are read when they are accessed.
 * @param text the body decoded as latin1
 * @throws HlsLimitError when the text is larger than `HLS_LIMITS`
 * @see RFC 8216 §4.3.2, §4.3.3; RFC 8216bis §4.4
 */
export function parseMediaPlaylist(text: string): {
  playlist: MediaPlaylist;
  warnings: readonly Warning[];
} {
  if (text.length > HLS_LIMITS.maxLength)
    throw new HlsLimitError('maxLength', HLS_LIMITS.maxLength);
  const scan = new MediaPlaylistScanner(text).scan();
  const parts = new LazyParts(scan);
  const head = scan.playlist;
  const playlist: MediaPlaylist = {
    header: text.slice(0, scan.headerEnd),
    get headerTags() {
      return parts.headerTags;
    },
    version: head.version,
    targetDuration: head.targetDuration,
    mediaSequence: head.mediaSequence,
    discontinuitySequence: head.discontinuitySequence,
    hasDiscontinuitySequence: head.hasDiscontinuitySequence,
    playlistType: head.playlistType,
    endList: head.endList,
    independentSegments: head.independentSegments,
    iFramesOnly: head.iFramesOnly,
    partTargetSeconds: head.partTargetSeconds,
    serverControl: head.serverControl,
    skippedSegments: head.skippedSegments,
    get segments() {
      return parts.segments;
    },
    trailer: text.slice(scan.end),
    get trailerTags() {
      return parts.trailerTags;
    },
  };
  return {
    playlist,
    get warnings() {
      return scan.allWarnings();
    },
  };
}

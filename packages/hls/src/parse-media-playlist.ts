// One pass over the text by offsets; nothing is split and no line is copied, because slices of a V8
// string share its memory. Feed it latin1 text: then offsets are byte offsets and every byte survives.

import { parseDateTime, parseUsualDateTime } from './date-time.ts';
import { HLS_LIMITS, HlsLimitError } from './limits.ts';
import type { MediaPlaylist, Segment, Tag } from './media-playlist.ts';
import { PLAYLIST_TAGS, PlaylistState, readNumber } from './playlist-state.ts';
import { SegmentState } from './segment-state.ts';
import { type Warning, WarningLog } from './warning.ts';

const HASH = 35;
const COLON = 58;

/** Length of a byte order mark at the start, decoded as UTF-8 (1) or as latin1 (3). */
export function byteOrderMarkLength(text: string): number {
  if (text.startsWith('\uFEFF')) return 1;
  return text.startsWith('\u00EF\u00BB\u00BF') ? 3 : 0;
}

class MediaPlaylistReader {
  readonly warnings = new WarningLog();
  readonly #text: string;
  readonly #playlist = new PlaylistState(this.warnings);
  readonly #carried = new SegmentState(this.warnings);
  readonly #segments: Segment[] = [];
  readonly #headerTags: Tag[] = [];
  #headerEnd = 0;
  #line = 0;
  /** Where the lines of the segment being read begin. */
  #start = 0;
  #msn = 0;
  #tags: Tag[] = [];
  #hasExtinf = false;
  #durationSeconds = 0;
  #discontinuity = false;
  #programDateTimeMs: number | undefined;
  #gap = false;
  #mapChanged = false;
  #keysChanged = false;
  #byteRangeText: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): MediaPlaylist {
    const text = this.#text;
    let at = byteOrderMarkLength(text);
    while (at < text.length) {
      const lineFeed = text.indexOf('\n', at);
      const next = lineFeed < 0 ? text.length : lineFeed + 1;
      if (++this.#line > HLS_LIMITS.maxLines)
        throw new HlsLimitError('maxLines', HLS_LIMITS.maxLines);
      this.#readLine(at, next);
      at = next;
    }
    return this.#finish();
  }

  /** Blanks at both ends count for nothing: a sloppy origin indents, CRLF leaves a carriage return. */
  #readLine(lineStart: number, next: number): void {
    const text = this.#text;
    let at = lineStart;
    let end = next;
    while (end > at && text.charCodeAt(end - 1) <= 32) end--;
    while (at < end && text.charCodeAt(at) <= 32) at++;
    if (at === end) return;
    if (text.charCodeAt(at) !== HASH) this.#readUri(at, end, next);
    else if (text.startsWith('#EXT', at)) this.#readTag(at, end, next);
  }

  /** EXTINF and PROGRAM-DATE-TIME, most of a playlist's tags, are told apart without cutting the name out. */
  #readTag(at: number, end: number, next: number): void {
    const text = this.#text;
    if (text.startsWith('INF:', at + 4)) {
      this.#readExtinf(text.slice(at + 8, end));
    } else if (text.startsWith('-X-PROGRAM-DATE-TIME:', at + 4)) {
      const value = text.slice(at + 25, end);
      this.#tags.push({ name: 'EXT-X-PROGRAM-DATE-TIME', value, line: this.#line });
      const usual = parseUsualDateTime(text, at + 25, end);
      if (Number.isNaN(usual)) this.#applyDate(value);
      else this.#programDateTimeMs = usual;
    } else {
      this.#readNamedTag(at, end, next);
    }
  }

  #readExtinf(value: string): void {
    this.#tags.push({ name: 'EXTINF', value, line: this.#line });
    if (this.#hasExtinf) this.warnings.add('TAG_REPEATED', this.#line, 'EXTINF');
    this.#hasExtinf = true;
    this.#durationSeconds = readNumber('EXTINF', value, this.#line, this.warnings);
  }

  #readNamedTag(at: number, end: number, next: number): void {
    const text = this.#text;
    // Not indexOf: on a line without a colon it would search the rest of the text.
    let colon = at;
    while (colon < end && text.charCodeAt(colon) !== COLON) colon++;
    const name = text.slice(at + 1, colon);
    const value = colon < end ? text.slice(colon + 1, end) : '';
    this.#tags.push({ name, value, line: this.#line });
    if (PLAYLIST_TAGS.has(name)) this.#applyPlaylistTag(name, value, next);
    else this.#applySegmentTag(name, value, at, end);
  }

  #applyPlaylistTag(name: string, value: string, next: number): void {
    this.#playlist.apply(name, value, this.#line);
    if (this.#segments.length > 0 || this.#hasExtinf) {
      if (name !== 'EXT-X-SKIP') this.warnings.add('TAG_OUT_OF_PLACE', this.#line, name);
      return;
    }
    this.#headerEnd = next;
    this.#start = next;
    for (const tag of this.#tags) this.#headerTags.push(tag);
    this.#tags = [];
    // What the header prints, the first segment's text does not.
    this.#mapChanged = false;
    this.#keysChanged = false;
  }

  #applySegmentTag(name: string, value: string, at: number, end: number): void {
    switch (name) {
      case 'EXT-X-DISCONTINUITY':
        this.#discontinuity = true;
        break;
      case 'EXT-X-KEY':
        this.#keysChanged = true;
        this.#carried.applyKey(this.#text.slice(at, end), value, this.#line);
        break;
      case 'EXT-X-MAP':
        this.#mapChanged = true;
        this.#carried.applyMap(this.#text.slice(at, end), value, this.#line);
        break;
      case 'EXT-X-BYTERANGE':
        this.#byteRangeText = value;
        break;
      case 'EXT-X-GAP':
        this.#gap = true;
        break;
      case 'EXT-X-ENDLIST':
        this.#playlist.endList = true;
        break;
    }
  }

  #applyDate(value: string): void {
    const ms = parseDateTime(value.trim());
    if (Number.isNaN(ms)) this.warnings.add('DATE_INVALID', this.#line, value);
    else this.#programDateTimeMs = ms;
  }

  #readUri(at: number, end: number, next: number): void {
    const uri = this.#text.slice(at, end);
    if (!this.#hasExtinf) this.warnings.add('URI_WITHOUT_EXTINF', this.#line, uri);
    if (this.#segments.length === 0)
      this.#msn = this.#playlist.mediaSequence + this.#playlist.skippedSegments;
    else if (this.#segments.length >= HLS_LIMITS.maxSegments)
      throw new HlsLimitError('maxSegments', HLS_LIMITS.maxSegments);
    this.#segments.push({
      msn: this.#msn,
      uri,
      durationSeconds: this.#durationSeconds,
      discontinuity: this.#discontinuity,
      programDateTimeMs: this.#programDateTimeMs,
      map: this.#carried.map,
      mapChanged: this.#mapChanged,
      keys: this.#carried.keys,
      keysChanged: this.#keysChanged,
      byteRange: this.#carried.resolveByteRange(this.#byteRangeText, uri, this.#line),
      gap: this.#gap,
      offset: this.#start,
      text: this.#text.slice(this.#start, next),
      tags: this.#tags,
    });
    this.#begin(next);
  }

  #begin(at: number): void {
    this.#start = at;
    this.#msn++;
    this.#tags = [];
    this.#hasExtinf = false;
    this.#durationSeconds = 0;
    this.#discontinuity = false;
    this.#programDateTimeMs = undefined;
    this.#gap = false;
    this.#mapChanged = false;
    this.#keysChanged = false;
    this.#byteRangeText = undefined;
    this.#carried.endSegment();
  }

  #finish(): MediaPlaylist {
    const playlist = this.#playlist;
    if (!playlist.hasTargetDuration) this.warnings.add('TARGETDURATION_MISSING', 1, '');
    return {
      header: this.#text.slice(0, this.#headerEnd),
      headerTags: this.#headerTags,
      version: playlist.version,
      targetDuration: playlist.targetDuration,
      mediaSequence: playlist.mediaSequence,
      discontinuitySequence: playlist.discontinuitySequence,
      hasDiscontinuitySequence: playlist.hasDiscontinuitySequence,
      playlistType: playlist.playlistType,
      endList: playlist.endList,
      independentSegments: playlist.independentSegments,
      iFramesOnly: playlist.iFramesOnly,
      partTargetSeconds: playlist.partTargetSeconds,
      serverControl: playlist.serverControl,
      skippedSegments: playlist.skippedSegments,
      segments: this.#segments,
      trailer: this.#text.slice(this.#start),
      trailerTags: this.#tags,
    };
  }
}

/**
 * Reads a media playlist. Never fails on bad content: what is odd becomes a warning and stays in the text.
 * @param text the body decoded as latin1
 * @throws HlsLimitError when the text is larger than `HLS_LIMITS`
 */
export function parseMediaPlaylist(text: string): {
  playlist: MediaPlaylist;
  warnings: readonly Warning[];
} {
  if (text.length > HLS_LIMITS.maxLength)
    throw new HlsLimitError('maxLength', HLS_LIMITS.maxLength);
  const reader = new MediaPlaylistReader(text);
  const playlist = reader.read();
  return { playlist, warnings: reader.warnings.entries };
}

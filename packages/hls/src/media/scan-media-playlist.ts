// One pass over the text by offsets: nothing is split, no line is copied, no object is made for a
// segment. Feed it latin1 text: then offsets are byte offsets and every byte survives.

import { byteOrderMarkLength } from '../byte-order-mark.ts';
import { parseDateTime, UsualDateReader } from '../date-time.ts';
import { HLS_LIMITS, HlsLimitError } from '../limits.ts';
import { WarningLog } from '../warning.ts';
import { DecimalReader } from './extinf-duration.ts';
import type { ByteRange } from './media-playlist.ts';
import { PLAYLIST_TAGS, PlaylistState, readNumber } from './playlist-state.ts';
import { colonIn, skipBlanks, trimmedEnd } from './read-tags.ts';
import type { CarriedState, ScannedText } from './scanned-segment.ts';
import { SegmentState } from './segment-state.ts';
import { SEGMENT_FLAGS, SegmentTable } from './segment-table.ts';

const HASH = 35;
const COMMA = 44;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const LETTER_I = 73;
const EXTINF_LENGTH = '#EXTINF:'.length;
const DATE_TAG = '#EXT-X-PROGRAM-DATE-TIME:';
/** Characters of a segment with a date and an address of usual length; only a guess at the table's room. */
const USUAL_SEGMENT_LENGTH = 120;

export class MediaPlaylistScanner implements ScannedText {
  readonly warnings = new WarningLog();
  readonly text: string;
  readonly table: SegmentTable;
  readonly playlist = new PlaylistState(this.warnings);
  readonly carried: CarriedState[] = [];
  readonly byteRanges = new Map<number, ByteRange>();
  firstMsn = 0;
  headerEnd = 0;
  /** Where the lines of the segment being read begin; at the end: where the trailer begins. */
  end = 0;
  /** 1-based line at `end`. */
  endLine = 1;
  readonly #state = new SegmentState(this.warnings);
  readonly #decimals = new DecimalReader();
  readonly #dates = new UsualDateReader();
  #line = 0;
  #flags = 0;
  #hasExtinf = false;
  #durationSeconds = 0;
  #dateMs = Number.NaN;
  #byteRangeText: string | undefined;

  constructor(text: string) {
    this.text = text;
    this.table = new SegmentTable(Math.min(text.length / USUAL_SEGMENT_LENGTH, 65_536) | 0);
  }

  scan(): this {
    const { text } = this;
    const { length } = text;
    let at = byteOrderMarkLength(text);
    while (at < length) {
      if (++this.#line > HLS_LIMITS.maxLines)
        throw new HlsLimitError('maxLines', HLS_LIMITS.maxLines);
      const next = this.#readUsualLine(at);
      at = next > at ? next : this.#readAnyLine(at);
    }
    if (!this.playlist.hasTargetDuration) this.warnings.add('TARGETDURATION_MISSING', 1, '');
    return this;
  }

  /** EXTINF and dates in the form that nearly all sources print; 0 when the line is another. */
  #readUsualLine(at: number): number {
    const { text } = this;
    if (text.charCodeAt(at) !== HASH) return 0;
    if (text.charCodeAt(at + 4) === LETTER_I) return this.#readUsualExtinf(at);
    return text.startsWith(DATE_TAG, at) ? this.#readUsualDate(at) : 0;
  }

  #readUsualExtinf(at: number): number {
    const { text } = this;
    if (this.#hasExtinf || !text.startsWith('#EXTINF:', at)) return 0;
    const seconds = this.#decimals.read(text, at + EXTINF_LENGTH);
    if (Number.isNaN(seconds)) return 0;
    const { end } = this.#decimals;
    const comma = text.charCodeAt(end) === COMMA;
    const next = this.#lineEndAt(comma ? end + 1 : end);
    if (next === 0 && !comma) return 0;
    this.#hasExtinf = true;
    this.#durationSeconds = seconds;
    return next === 0 ? this.#nextLine(end) : next;
  }

  #readUsualDate(at: number): number {
    const ms = this.#dates.read(this.text, at + DATE_TAG.length);
    if (Number.isNaN(ms)) return 0;
    const next = this.#lineEndAt(this.#dates.end);
    if (next > 0) this.#dateMs = ms;
    return next;
  }

  /** Start of the next line when `at` is where a line ends, else 0. */
  #lineEndAt(at: number): number {
    const code = this.text.charCodeAt(at);
    if (code === LINE_FEED) return at + 1;
    return code === CARRIAGE_RETURN && this.text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : 0;
  }

  #nextLine(at: number): number {
    const lineFeed = this.text.indexOf('\n', at);
    return lineFeed < 0 ? this.text.length : lineFeed + 1;
  }

  /** Blanks at both ends count for nothing: a sloppy origin indents, CRLF leaves a carriage return. */
  #readAnyLine(lineStart: number): number {
    const { text } = this;
    const next = this.#nextLine(lineStart);
    const at = skipBlanks(text, lineStart, next);
    if (at === next) return next;
    if (text.charCodeAt(at) !== HASH) this.#readUri(at, next);
    else if (text.startsWith('#EXT', at)) this.#readTag(at, trimmedEnd(text, at, next), next);
    return next;
  }

  #readTag(at: number, end: number, next: number): void {
    const { text } = this;
    const colon = colonIn(text, at, end);
    const name = text.slice(at + 1, colon);
    const value = colon < end ? text.slice(colon + 1, end) : '';
    if (name === 'EXTINF') this.#readExtinf(value);
    else if (name === 'EXT-X-PROGRAM-DATE-TIME') this.#readDate(value);
    else if (PLAYLIST_TAGS.has(name)) this.#readPlaylistTag(name, value, next);
    else this.#readSegmentTag(name, value, at, end);
  }

  #readExtinf(value: string): void {
    if (this.#hasExtinf) this.warnings.add('TAG_REPEATED', this.#line, 'EXTINF');
    this.#hasExtinf = true;
    this.#durationSeconds = readNumber('EXTINF', value, this.#line, this.warnings);
  }

  #readDate(value: string): void {
    const ms = parseDateTime(value.trim());
    if (Number.isNaN(ms)) this.warnings.add('DATE_INVALID', this.#line, value);
    else this.#dateMs = ms;
  }

  #readPlaylistTag(name: string, value: string, next: number): void {
    this.playlist.apply(name, value, this.#line);
    if (this.table.length > 0 || this.#hasExtinf) {
      if (name !== 'EXT-X-SKIP') this.warnings.add('TAG_OUT_OF_PLACE', this.#line, name);
      this.#flags |= SEGMENT_FLAGS.otherTags;
      return;
    }
    this.headerEnd = next;
    this.end = next;
    this.endLine = this.#line + 1;
    // What the header prints, the first segment's text does not.
    this.#flags &= ~(
      SEGMENT_FLAGS.mapChanged |
      SEGMENT_FLAGS.keysChanged |
      SEGMENT_FLAGS.otherTags
    );
  }

  #readSegmentTag(name: string, value: string, at: number, end: number): void {
    this.#flags |= SEGMENT_FLAGS.otherTags;
    switch (name) {
      case 'EXT-X-DISCONTINUITY':
        this.#flags |= SEGMENT_FLAGS.discontinuity;
        break;
      case 'EXT-X-KEY':
        this.#flags |= SEGMENT_FLAGS.keysChanged;
        this.#state.applyKey(this.text.slice(at, end), value, this.#line);
        break;
      case 'EXT-X-MAP':
        this.#flags |= SEGMENT_FLAGS.mapChanged;
        this.#state.applyMap(this.text.slice(at, end), value, this.#line);
        break;
      case 'EXT-X-BYTERANGE':
        this.#byteRangeText = value;
        break;
      case 'EXT-X-GAP':
        this.#flags |= SEGMENT_FLAGS.gap;
        break;
      case 'EXT-X-ENDLIST':
        this.playlist.endList = true;
        break;
    }
  }

  #readUri(at: number, next: number): void {
    const { table } = this;
    if (!this.#hasExtinf) this.#warnOfUri(at, next);
    if (table.length === 0)
      this.firstMsn = this.playlist.mediaSequence + this.playlist.skippedSegments;
    else if (table.length >= HLS_LIMITS.maxSegments)
      throw new HlsLimitError('maxSegments', HLS_LIMITS.maxSegments);
    if (this.#byteRangeText !== undefined || this.#state.inByteRange) this.#readByteRange(at, next);
    const row = {
      start: this.end,
      uriAt: at,
      line: this.endLine,
      flags: this.#flags,
      carried: this.#carriedIndex(),
    };
    table.push(row, this.#durationSeconds, this.#dateMs);
    this.#begin(next);
  }

  #warnOfUri(at: number, next: number): void {
    const uri = this.text.slice(at, trimmedEnd(this.text, at, next));
    this.warnings.add('URI_WITHOUT_EXTINF', this.#line, uri);
  }

  #readByteRange(at: number, next: number): void {
    const uri = this.text.slice(at, trimmedEnd(this.text, at, next));
    const range = this.#state.resolveByteRange(this.#byteRangeText, uri, this.#line);
    this.#byteRangeText = undefined;
    if (range !== undefined) this.byteRanges.set(this.table.length, range);
  }

  #carriedIndex(): number {
    const { keys, map } = this.#state;
    const last = this.carried.at(-1);
    if (last === undefined || last.keys !== keys || last.map !== map)
      this.carried.push({ keys, map });
    return this.carried.length - 1;
  }

  #begin(at: number): void {
    this.end = at;
    this.endLine = this.#line + 1;
    this.#flags = 0;
    this.#hasExtinf = false;
    this.#durationSeconds = 0;
    this.#dateMs = Number.NaN;
    this.#state.endSegment();
  }
}

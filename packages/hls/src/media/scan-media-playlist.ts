// One pass over the text by offsets: nothing is split, no line is copied, no object is made for a
// segment. Feed it latin1 text: then offsets are byte offsets and every byte survives.

import { byteOrderMarkLength } from '../byte-order-mark.ts';
import { parseDateTime, UsualDateReader } from '../date-time.ts';
import { HLS_LIMITS, HlsLimitError } from '../limits.ts';
import { type Warning, WarningLog } from '../warning.ts';
import { DecimalReader } from './extinf-duration.ts';
import type { ByteRange } from './media-playlist.ts';
import { PLAYLIST_TAGS, PlaylistState, readNumber } from './playlist-state.ts';
import { colonIn, readTags, skipBlanks, trimmedEnd } from './read-tags.ts';
import type { CarriedState, ScannedText } from './scanned-segment.ts';
import { SegmentState } from './segment-state.ts';
import { SEGMENT_FLAGS, SegmentTable } from './segment-table.ts';

const HASH = 35;
const DASH = 45;
const COLON = 58;
const COMMA = 44;
const LETTER_D = 68;
const LETTER_E = 69;
const LETTER_F = 70;
const LETTER_G = 71;
const LETTER_I = 73;
const LETTER_N = 78;
const LETTER_P = 80;
const LETTER_T = 84;
const LETTER_X = 88;
const EXTINF = '#EXTINF:';
const DATE_TAG = '#EXT-X-PROGRAM-DATE-TIME:';
/** Characters of a segment with a date and an address of usual length; only a guess at the table's room. */
const USUAL_SEGMENT_LENGTH = 120;

function isExtinf(text: string, at: number): boolean {
  return (
    text.charCodeAt(at + 5) === LETTER_N &&
    text.charCodeAt(at + 6) === LETTER_F &&
    text.charCodeAt(at + 7) === COLON &&
    text.charCodeAt(at + 1) === LETTER_E &&
    text.charCodeAt(at + 2) === LETTER_X &&
    text.charCodeAt(at + 3) === LETTER_T
  );
}

/** True for PROGRAM-DATE-TIME among all tags in use, by a few of its characters; `dateMs` compares all of them. */
function looksLikeDate(text: string, at: number): boolean {
  return (
    text.charCodeAt(at + 7) === LETTER_P &&
    text.charCodeAt(at + 10) === LETTER_G &&
    text.charCodeAt(at + 14) === DASH &&
    text.charCodeAt(at + 15) === LETTER_D &&
    text.charCodeAt(at + 20) === LETTER_T &&
    text.charCodeAt(at + 24) === COLON
  );
}

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
  readonly #readDates = new Map<number, number>();
  #line = 0;
  #flags = 0;
  #hasExtinf = false;
  readonly #readDurations = new Map<number, number>();
  #durationSeconds = 0;
  /** Where the line of the segment's EXTINF begins while it is not read, and that line's number. */
  #extinfAt = -1;
  #extinfLine = 0;
  #dateMs = Number.NaN;
  /** Where the line of the segment's date begins while it is not read, and that line's number. */
  #dateAt = -1;
  #dateLine = 0;
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
      const lineFeed = text.indexOf('\n', at);
      const next = lineFeed < 0 ? length : lineFeed + 1;
      if (++this.#line > HLS_LIMITS.maxLines)
        throw new HlsLimitError('maxLines', HLS_LIMITS.maxLines);
      if (!this.#readUsualTag(at)) this.#readAnyLine(at, next);
      at = next;
    }
    this.#settleDate();
    this.#settleDuration();
    if (!this.playlist.hasTargetDuration) this.warnings.add('TARGETDURATION_MISSING', 1, '');
    return this;
  }

  /** EXTINF and a date as nearly all sources print them; false when the line is another. */
  #readUsualTag(at: number): boolean {
    const { text } = this;
    if (text.charCodeAt(at) !== HASH) return false;
    const fifth = text.charCodeAt(at + 4);
    if (fifth === LETTER_I) return isExtinf(text, at) && this.#putOffDuration(at);
    return fifth === DASH && looksLikeDate(text, at) && this.#putOffDate(at);
  }

  /** The first EXTINF of a segment is read when its duration is accessed; false for a further one. */
  #putOffDuration(at: number): boolean {
    if (this.#hasExtinf) return false;
    this.#hasExtinf = true;
    this.#extinfAt = at;
    this.#extinfLine = this.#line;
    return true;
  }

  /** The first date of a segment is read when it is accessed; false for a further one. */
  #putOffDate(at: number): boolean {
    if (this.#dateAt >= 0 || !Number.isNaN(this.#dateMs)) return false;
    this.#dateAt = at;
    this.#dateLine = this.#line;
    return true;
  }

  /** Reads a line without the blanks at both ends: careless origins indent, CRLF leaves a carriage return. */
  #readAnyLine(lineStart: number, next: number): void {
    const { text } = this;
    const at = skipBlanks(text, lineStart, next);
    if (at === next) return;
    if (text.charCodeAt(at) !== HASH) this.#readUri(at, next);
    else if (text.startsWith('#EXT', at)) this.#readTag(at, trimmedEnd(text, at, next), next);
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
    this.#settleDuration();
    if (this.#hasExtinf) this.warnings.add('TAG_REPEATED', this.#line, 'EXTINF');
    this.#hasExtinf = true;
    this.#durationSeconds = readNumber('EXTINF', value, this.#line, this.warnings);
  }

  #readDate(value: string): void {
    this.#settleDate();
    const ms = parseDateTime(value.trim());
    if (Number.isNaN(ms)) this.warnings.add('DATE_INVALID', this.#line, value);
    else this.#dateMs = ms;
  }

  /** Reads a put-off date at once: where a segment has two, the last that can be read counts. */
  #settleDate(): void {
    const at = this.#dateAt;
    if (at < 0) return;
    this.#dateAt = -1;
    const ms = this.#dateOfLine(at);
    if (!Number.isNaN(ms)) this.#dateMs = ms;
    else if (this.#isDateLine(at))
      this.warnings.add('DATE_INVALID', this.#dateLine, this.#dateValue(at));
  }

  #isDateLine(at: number): boolean {
    return this.text.startsWith(DATE_TAG, at);
  }

  #dateValue(at: number): string {
    const from = at + DATE_TAG.length;
    return this.text.slice(from, trimmedEnd(this.text, from, this.#nextLine(from)));
  }

  /** Epoch ms of the date in the line at `at`; NaN when it is none. */
  #dateOfLine(at: number): number {
    if (!this.#isDateLine(at)) return Number.NaN;
    const ms = this.#dates.read(this.text, at + DATE_TAG.length);
    // Only the character behind the digits shows whether the date was complete: `12:00:00Z`, or `12:00:00.1234Z`.
    if (!Number.isNaN(ms) && !(this.text.charCodeAt(this.#dates.end) > 32)) return ms;
    return parseDateTime(this.#dateValue(at).trim());
  }

  /** Reads a put-off duration at once: where a segment has two, the last counts. */
  #settleDuration(): void {
    const at = this.#extinfAt;
    if (at < 0) return;
    this.#extinfAt = -1;
    this.#durationSeconds = this.#readDuration(at, this.#extinfLine, this.warnings);
  }

  /** NaN when EXTINF is not a plain number with a comma or a line's end behind it. */
  #usualDuration(at: number): number {
    const { text } = this;
    const seconds = this.#decimals.read(text, at + EXTINF.length);
    const { end } = this.#decimals;
    const isUsual = text.charCodeAt(end) === COMMA || end + 1 >= this.#nextLine(end);
    return isUsual ? seconds : Number.NaN;
  }

  #readDuration(at: number, line: number, warnings: WarningLog): number {
    const from = at + EXTINF.length;
    const value = this.text.slice(from, trimmedEnd(this.text, from, this.#nextLine(from)));
    return readNumber('EXTINF', value, line, warnings);
  }

  durationSeconds(index: number): number {
    const at = this.table.extinfAt(index);
    if (at < 0) return this.#readDurations.get(index) ?? 0;
    const seconds = this.#usualDuration(at);
    return Number.isNaN(seconds) ? this.#readDuration(at, 0, new WarningLog()) : seconds;
  }

  /** Put-off durations that say no number. */
  #warnOfDurations(late: WarningLog): void {
    const { text, table } = this;
    for (let index = 0; index < table.length; index++) {
      const at = table.extinfAt(index);
      if (at < 0 || !Number.isNaN(this.#usualDuration(at))) continue;
      for (const tag of readTags(text, table.start(index), table.uriAt(index), table.line(index)))
        if (tag.name === 'EXTINF') this.#readDuration(at, tag.line, late);
    }
  }

  #nextLine(at: number): number {
    const lineFeed = this.text.indexOf('\n', at);
    return lineFeed < 0 ? this.text.length : lineFeed + 1;
  }

  dateMs(index: number): number {
    const at = this.table.dateAt(index);
    return at < 0 ? (this.#readDates.get(index) ?? Number.NaN) : this.#dateOfLine(at);
  }

  /** Warnings of the scan and of the values that are read later, in the order of lines. */
  allWarnings(): readonly Warning[] {
    const { text, table } = this;
    const late = new WarningLog();
    for (let index = 0; index < table.length; index++) {
      const at = table.dateAt(index);
      if (at < 0 || !Number.isNaN(this.dateMs(index)) || !this.#isDateLine(at)) continue;
      for (const tag of readTags(text, table.start(index), table.uriAt(index), table.line(index)))
        if (tag.name === 'EXT-X-PROGRAM-DATE-TIME') late.add('DATE_INVALID', tag.line, tag.value);
    }
    this.#warnOfDurations(late);
    if (late.entries.length === 0) return this.warnings.entries;
    return [...this.warnings.entries, ...late.entries]
      .sort((a, b) => a.line - b.line)
      .slice(0, HLS_LIMITS.maxWarnings);
  }

  #readPlaylistTag(name: string, value: string, next: number): void {
    this.playlist.apply(name, value, this.#line);
    if (this.table.length > 0 || this.#hasExtinf) {
      if (name !== 'EXT-X-SKIP') this.warnings.add('TAG_OUT_OF_PLACE', this.#line, name);
      this.#flags |= SEGMENT_FLAGS.otherTags;
      return;
    }
    this.#settleDate();
    this.headerEnd = next;
    this.end = next;
    this.endLine = this.#line + 1;
    // Segment tags read so far are part of the header's text, not of the first segment's.
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
      dateAt: this.#dateAt,
      extinfAt: this.#extinfAt,
    };
    if (!Number.isNaN(this.#dateMs)) this.#readDates.set(table.length, this.#dateMs);
    if (this.#extinfAt < 0) this.#readDurations.set(table.length, this.#durationSeconds);
    table.push(row);
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
    this.#extinfAt = -1;
    this.#dateMs = Number.NaN;
    this.#dateAt = -1;
    this.#state.endSegment();
  }
}

import { byteOrderMarkLength } from '../byte-order-mark.ts';
import type { ByteRange, KeyTag, MapTag, Segment, Tag } from './media-playlist.ts';
import { readTags, trimmedEnd } from './read-tags.ts';
import { SEGMENT_FLAGS, type SegmentTable } from './segment-table.ts';

/** Keys and map in force from some segment on. */
export interface CarriedState {
  readonly keys: readonly KeyTag[];
  readonly map: MapTag | undefined;
}

/** The result of a scan that segments read from. */
export interface ScannedText {
  readonly text: string;
  readonly table: SegmentTable;
  readonly carried: readonly CarriedState[];
  readonly byteRanges: ReadonlyMap<number, ByteRange>;
  /** Epoch ms of the segment's own date; NaN without one. */
  dateMs(index: number): number;
  /** Seconds; 0 without an EXTINF, or with one that is no number. */
  durationSeconds(index: number): number;
  /** Number of the first segment. */
  readonly firstMsn: number;
  /** Where the last segment ends. */
  readonly end: number;
}

const NO_STATE: CarriedState = { keys: [], map: undefined };

/** A segment that reads its fields from the scan when they are accessed. */
export class ScannedSegment implements Segment {
  readonly #scan: ScannedText;
  readonly #index: number;
  #tags: readonly Tag[] | undefined;

  constructor(scan: ScannedText, index: number) {
    this.#scan = scan;
    this.#index = index;
  }

  #is(flag: number): boolean {
    return (this.#scan.table.flags(this.#index) & flag) !== 0;
  }

  #state(): CarriedState {
    return this.#scan.carried[this.#scan.table.carried(this.#index)] ?? NO_STATE;
  }

  get msn(): number {
    return this.#scan.firstMsn + this.#index;
  }

  get uri(): string {
    const { text, table } = this.#scan;
    const at = table.uriAt(this.#index);
    return text.slice(at, trimmedEnd(text, at, this.#end));
  }

  get durationSeconds(): number {
    return this.#scan.durationSeconds(this.#index);
  }

  get discontinuity(): boolean {
    return this.#is(SEGMENT_FLAGS.discontinuity);
  }

  get programDateTimeMs(): number | undefined {
    const ms = this.#scan.dateMs(this.#index);
    return Number.isNaN(ms) ? undefined : ms;
  }

  get map(): MapTag | undefined {
    return this.#state().map;
  }

  get mapChanged(): boolean {
    return this.#is(SEGMENT_FLAGS.mapChanged);
  }

  get keys(): readonly KeyTag[] {
    return this.#state().keys;
  }

  get keysChanged(): boolean {
    return this.#is(SEGMENT_FLAGS.keysChanged);
  }

  get byteRange(): ByteRange | undefined {
    return this.#scan.byteRanges.get(this.#index);
  }

  get gap(): boolean {
    return this.#is(SEGMENT_FLAGS.gap);
  }

  get offset(): number {
    return this.#scan.table.start(this.#index);
  }

  get text(): string {
    return this.#scan.text.slice(this.offset, this.#end);
  }

  get tags(): readonly Tag[] {
    const { text, table } = this.#scan;
    const from = Math.max(this.offset, byteOrderMarkLength(text));
    this.#tags ??= readTags(text, from, table.uriAt(this.#index), table.line(this.#index));
    return this.#tags;
  }

  /** Where the segment's lines end in the source text. */
  get #end(): number {
    const { table, end } = this.#scan;
    return this.#index + 1 < table.length ? table.start(this.#index + 1) : end;
  }

  /** False for a segment with EXTINF and PROGRAM-DATE-TIME only, without reading `tags`. */
  get hasOtherTags(): boolean {
    return this.#is(SEGMENT_FLAGS.otherTags);
  }

  /** True when both are in one source text, this one right behind the other. */
  follows(other: ScannedSegment): boolean {
    return this.#scan === other.#scan && this.#index === other.#index + 1;
  }

  /** Verbatim lines from this segment to a later one of the same source text. */
  textUntil(last: ScannedSegment): string {
    return this.#scan.text.slice(this.offset, last.#end);
  }
}

// Segments of one scan as columns of numbers: a playlist of hours costs no object per segment until one is accessed.

/** Bits of the `flags` column. */
export const SEGMENT_FLAGS = {
  discontinuity: 1,
  gap: 2,
  mapChanged: 4,
  keysChanged: 8,
  /** Tags other than EXTINF and PROGRAM-DATE-TIME. */
  otherTags: 16,
} as const;

/** Integer columns of a segment, in the order they are kept. */
const START = 0;
const URI = 1;
const LINE = 2;
const FLAGS = 3;
const CARRIED = 4;
const DATE = 5;
const EXTINF = 6;
const COLUMNS = 7;

export interface SegmentRow {
  /** Where the segment's lines begin. */
  readonly start: number;
  readonly uriAt: number;
  /** 1-based line at `start`. */
  readonly line: number;
  readonly flags: number;
  /** Index of the keys and the map in force on the segment. */
  readonly carried: number;
  /** Where the line of its date begins, when the date is still to be read; else -1. */
  readonly dateAt: number;
  /** Where its EXTINF begins, when the duration is still to be read; else -1. */
  readonly extinfAt: number;
}

export class SegmentTable {
  length = 0;
  #integers: Int32Array;

  /** @param expected number of segments to make room for; more are taken too */
  constructor(expected: number) {
    const room = Math.max(16, expected);
    this.#integers = new Int32Array(room * COLUMNS);
  }

  #grow(): void {
    const integers = new Int32Array(this.#integers.length * 2);
    integers.set(this.#integers);
    this.#integers = integers;
  }

  push(row: SegmentRow): void {
    const at = this.length * COLUMNS;
    if (at === this.#integers.length) this.#grow();
    const integers = this.#integers;
    integers[at + START] = row.start;
    integers[at + URI] = row.uriAt;
    integers[at + LINE] = row.line;
    integers[at + FLAGS] = row.flags;
    integers[at + CARRIED] = row.carried;
    integers[at + DATE] = row.dateAt;
    integers[at + EXTINF] = row.extinfAt;
    this.length++;
  }

  start(index: number): number {
    return this.#integers[index * COLUMNS + START] ?? 0;
  }

  uriAt(index: number): number {
    return this.#integers[index * COLUMNS + URI] ?? 0;
  }

  line(index: number): number {
    return this.#integers[index * COLUMNS + LINE] ?? 0;
  }

  flags(index: number): number {
    return this.#integers[index * COLUMNS + FLAGS] ?? 0;
  }

  dateAt(index: number): number {
    return this.#integers[index * COLUMNS + DATE] ?? -1;
  }

  extinfAt(index: number): number {
    return this.#integers[index * COLUMNS + EXTINF] ?? -1;
  }

  carried(index: number): number {
    return this.#integers[index * COLUMNS + CARRIED] ?? 0;
  }
}

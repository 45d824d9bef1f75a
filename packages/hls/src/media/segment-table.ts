// What one scan knows of the segments, as columns of numbers: a playlist of hours costs no object a
// segment until one is asked for.

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
const COLUMNS = 6;

export interface SegmentRow {
  /** Where the segment's lines begin. */
  readonly start: number;
  readonly uriAt: number;
  /** 1-based line at `start`. */
  readonly line: number;
  readonly flags: number;
  /** Index of what is carried from segment to segment (keys, map). */
  readonly carried: number;
  /** Where the line of its date begins, when the date is still to be read; else -1. */
  readonly dateAt: number;
}

export class SegmentTable {
  length = 0;
  #integers: Int32Array;
  #durations: Float64Array;

  /** @param expected number of segments to make room for; more are taken too */
  constructor(expected: number) {
    const room = Math.max(16, expected);
    this.#integers = new Int32Array(room * COLUMNS);
    this.#durations = new Float64Array(room);
  }

  #grow(): void {
    const integers = new Int32Array(this.#integers.length * 2);
    integers.set(this.#integers);
    this.#integers = integers;
    const durations = new Float64Array(this.#durations.length * 2);
    durations.set(this.#durations);
    this.#durations = durations;
  }

  push(row: SegmentRow, durationSeconds: number): void {
    if (this.length === this.#durations.length) this.#grow();
    const at = this.length * COLUMNS;
    const integers = this.#integers;
    integers[at + START] = row.start;
    integers[at + URI] = row.uriAt;
    integers[at + LINE] = row.line;
    integers[at + FLAGS] = row.flags;
    integers[at + CARRIED] = row.carried;
    integers[at + DATE] = row.dateAt;
    this.#durations[this.length] = durationSeconds;
    this.length++;
  }

  durationSeconds(index: number): number {
    return this.#durations[index] ?? 0;
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

  carried(index: number): number {
    return this.#integers[index * COLUMNS + CARRIED] ?? 0;
  }
}

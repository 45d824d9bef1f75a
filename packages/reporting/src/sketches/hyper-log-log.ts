/**
 * HyperLogLog with 32,768 registers (p = 15): standard error 0.57 %. Sketches merge by maximum, so adding one twice
 * changes nothing. One of an earlier release (p = 12, 1.6 %) is united at its own precision: the other is folded.
 * @see ADR 0051
 * @see Flajolet et al., HyperLogLog (2007)
 */
import { estimateRegisters } from './estimate-registers.ts';
import type { PlaceSet } from './place-set.ts';
import { Registers, sketchPrecision } from './registers.ts';
import { addSketchTo, bytesOf, type Sketch } from './sketch-bytes.ts';

export { sketchPlace } from './registers.ts';
export { type Sketch, SketchUnreadable } from './sketch-bytes.ts';

/** The union of sketches that are read one after another; the memory of one sketch, however many there are. */
export class SketchUnion {
  readonly #precision: number;
  readonly #registers: Registers;

  /** @param precision index bits, 12 to 16; other than the usual one in tests and measurements alone */
  constructor(precision: number = sketchPrecision) {
    this.#precision = precision;
    this.#registers = new Registers(precision);
  }

  /** One more value; equal values count once. */
  addValue(value: string): void {
    this.#registers.addValue(value);
  }

  /** One more value by its place of `sketchPlace`. */
  addPlace(place: number): void {
    this.#registers.addPlace(place);
  }

  /** @throws {SketchUnreadable} the union then has a part of the sketch: clear it */
  add(sketch: Sketch): void {
    addSketchTo(this.#registers, sketch);
  }

  /** About how many different values it has: a whole number, within 2 % in 1,999 of 2,000 cases. */
  estimate(): number {
    return Math.round(estimateRegisters(this.#registers.histogram()));
  }

  /** Equal sets have equal bytes. */
  sketch(): Sketch {
    return bytesOf(this.#registers);
  }

  /** The empty set. */
  clear(): void {
    this.#registers.clear(this.#precision);
  }
}

/** Each of the functions below leaves it empty; none may be called while another one reads its argument. */
const scratch = new SketchUnion();

function withScratch<Result>(read: () => Result): Result {
  try {
    return read();
  } finally {
    scratch.clear();
  }
}

/**
 * The sketch of these values; equal values count once.
 * @returns 4 bytes for one value, 16,386 and a few for very many
 * @see ADR 0051
 */
export function sketchOf(values: Iterable<string>): Sketch {
  return withScratch(() => {
    for (const value of values) scratch.addValue(value);
    return scratch.sketch();
  });
}

/**
 * The sketch of values by their places of `sketchPlace`.
 * @returns the same bytes as `sketchOf` for the values
 * @see ADR 0051
 */
export function sketchOfPlaces(places: Pick<PlaceSet, 'eachPlace'>): Sketch {
  return withScratch(() => {
    places.eachPlace((place) => scratch.addPlace(place));
    return scratch.sketch();
  });
}

/**
 * The sketch of the union, at the lowest precision of all.
 * @returns an empty sketch for none
 * @throws {SketchUnreadable} bytes that are no sketch
 * @see ADR 0051
 */
export function mergeSketches(sketches: Iterable<Sketch>): Sketch {
  return withScratch(() => {
    for (const sketch of sketches) scratch.add(sketch);
    return scratch.sketch();
  });
}

/**
 * About how many different values went in.
 * @returns a whole number, within 2 % in 1,999 of 2,000 cases
 * @throws {SketchUnreadable} bytes that are no sketch
 * @see ADR 0051
 */
export function estimateUniques(sketch: Sketch): number {
  return withScratch(() => {
    scratch.add(sketch);
    return scratch.estimate();
  });
}

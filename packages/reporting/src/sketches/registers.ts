/** Registers of a HyperLogLog, filled from values and from stored sketches. */
import { hash64 } from './hash-64.ts';

/** 2^15 registers: standard error 0.57 %. @see ADR 0051 */
export const sketchPrecision = 15;

/** The largest rank at a precision: all bits of the hash behind the index are zero. */
export const maxRankOf = (precision: number): number => 64 - precision + 1;

/** Register and rank in a sketch of fewer registers: the lowest `shift` index bits become part of the rank. */
function foldPlace(
  index: number,
  rank: number,
  shift: number,
): readonly [index: number, rank: number] {
  const moved = index & ((1 << shift) - 1);
  const folded = moved === 0 ? rank + shift : Math.clz32(moved) - (32 - shift) + 1;
  return [index >>> shift, folded];
}

/** The largest rank at the lowest precision is 53. */
const rankBits = 6;

/** Register and rank of a value as one number, which stands for the value in sketches of this precision. */
export function sketchPlace(text: string, precision: number = sketchPrecision): number {
  const [high, low] = hash64(text);
  const rest = (high << precision) >>> 0;
  const zeros = rest === 0 ? 32 - precision + Math.clz32(low) : Math.clz32(rest);
  return ((high >>> (32 - precision)) << rankBits) | (zeros + 1);
}

/** Above this share of used registers a walk over all is cheaper than sorting the used ones. */
const sortedShare = 1 / 8;

/** Raising and clearing cost by used registers, not by all 32,768: most sketches are of few viewers. */
export class Registers {
  #precision: number;
  readonly #ranks: Uint8Array;
  readonly #used: Uint16Array;
  #usedCount = 0;

  /** @param precision 12 to 16 */
  constructor(precision: number) {
    this.#precision = precision;
    this.#ranks = new Uint8Array(2 ** precision);
    this.#used = new Uint16Array(2 ** precision);
  }

  get precision(): number {
    return this.#precision;
  }

  /** Registers that there are. */
  get size(): number {
    return 2 ** this.#precision;
  }

  /** Ranks by index of the register; 0 = not used. Read only. */
  get ranks(): Uint8Array {
    return this.#ranks;
  }

  get usedCount(): number {
    return this.#usedCount;
  }

  rankAt(index: number): number {
    return this.#ranks[index] ?? 0;
  }

  raise(index: number, rank: number): void {
    const before = this.#ranks[index] ?? 0;
    if (rank <= before) return;
    if (before === 0) {
      this.#used[this.#usedCount] = index;
      this.#usedCount += 1;
    }
    this.#ranks[index] = rank;
  }

  /**
   * Raises many in one call: a call for each register would cost more than raising it.
   * @param raise gets ranks by index, and indexes of used registers with their number; @returns their number afterwards
   */
  raiseMany(raise: (ranks: Uint8Array, used: Uint16Array, usedCount: number) => number): void {
    try {
      this.#usedCount = raise(this.#ranks, this.#used, this.#usedCount);
    } catch (error) {
      // Registers raised before the failure are used, too: `clear` has to find them.
      this.#usedCount = 0;
      for (const [index, rank] of this.#ranks.entries()) {
        if (rank > 0) this.#used[this.#usedCount++] = index;
      }
      throw error;
    }
  }

  /** @param place of `sketchPlace`, at this precision */
  addPlace(place: number): void {
    this.raise(place >>> rankBits, place & (2 ** rankBits - 1));
  }

  addValue(text: string): void {
    this.addPlace(sketchPlace(text, this.#precision));
  }

  /** Used registers, ascending. */
  used(): Uint16Array {
    const size = 2 ** this.#precision;
    if (this.#usedCount <= size * sortedShare) {
      return this.#used.subarray(0, this.#usedCount).sort();
    }
    let place = 0;
    for (let index = 0; index < size; index += 1) {
      if ((this.#ranks[index] ?? 0) === 0) continue;
      this.#used[place] = index;
      place += 1;
    }
    return this.#used.subarray(0, place);
  }

  /** As if all values had been added at this lower precision. */
  foldTo(precision: number): void {
    const shift = this.#precision - precision;
    if (shift <= 0) return;
    const places = Array.from(this.used(), (index) => foldPlace(index, this.rankAt(index), shift));
    this.clear(precision);
    for (const [index, rank] of places) this.raise(index, rank);
  }

  /** Unites these with registers of a higher precision. */
  raiseFolded(finer: Registers): void {
    const shift = finer.precision - this.#precision;
    for (const index of finer.used()) {
      this.raise(...foldPlace(index, finer.rankAt(index), shift));
    }
  }

  /** @param precision at most that of the constructor */
  clear(precision: number): void {
    for (let place = 0; place < this.#usedCount; place += 1) {
      this.#ranks[this.#used[place] ?? 0] = 0;
    }
    this.#usedCount = 0;
    this.#precision = precision;
  }

  /** How many registers have each rank, from 0. */
  histogram(): Float64Array {
    const counts = new Float64Array(maxRankOf(this.#precision) + 1);
    for (let place = 0; place < this.#usedCount; place += 1) {
      const rank = this.#ranks[this.#used[place] ?? 0] ?? 0;
      counts[rank] = (counts[rank] ?? 0) + 1;
    }
    counts[0] = 2 ** this.#precision - this.#usedCount;
    return counts;
  }
}

/** A small, fast generator of the same numbers for the same seed on every machine (mulberry32). */
export class Random {
  #state: number;

  /** @param seed 32 bits */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 32 random bits, unsigned. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number {
    return Math.floor((this.bits() / 0x1_0000_0000) * bound);
  }

  /** True once in `times` on average. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of the entries; the list is not empty. */
  pick<T>(entries: readonly T[]): T {
    const entry = entries[this.below(entries.length)];
    if (entry === undefined) throw new RangeError('nothing to pick from');
    return entry;
  }

  /** Up to `most` entries made one by one. */
  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  bytes(most: number): Uint8Array {
    return Uint8Array.from({ length: this.below(most + 1) }, () => this.below(256));
  }

  /** The text with up to `most` places cut and filled with one of the pieces. */
  edit(text: string, most: number, pieces: readonly string[]): string {
    let edited = text;
    for (let count = this.below(most + 1); count > 0; count--) {
      const at = this.below(edited.length + 1);
      edited = edited.slice(0, at) + this.pick(pieces) + edited.slice(at + this.below(12));
    }
    return edited;
  }
}

/** 8 slots. */
const firstBits = 3;

/** Fibonacci hashing: 2^32 divided by the golden ratio, of whose product the upper bits count. */
const spread = 0x9e3779b1;

/**
 * Distinct places of `sketchPlace`: a hash table with open addressing. A `Set` takes five times as long, and its
 * entries are garbage to collect.
 */
export class PlaceSet {
  /** 0: free. */
  #slots = new Int32Array(2 ** firstBits);
  #bits = firstBits;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param place above 0, below 2^31: a rank is at least 1 */
  add(place: number): void {
    const slots = this.#slots;
    const last = slots.length - 1;
    let at = Math.imul(place, spread) >>> (32 - this.#bits);
    for (;;) {
      const known = slots[at];
      if (known === place) return;
      if (known === 0) break;
      at = (at + 1) & last;
    }
    slots[at] = place;
    this.#size += 1;
    if (this.#size * 4 > slots.length * 3) this.#grow();
  }

  #grow(): void {
    const before = this.#slots;
    this.#bits += 1;
    this.#slots = new Int32Array(2 ** this.#bits);
    this.#size = 0;
    for (const place of before) {
      if (place !== 0) this.add(place);
    }
  }

  eachPlace(take: (place: number) => void): void {
    const slots = this.#slots;
    for (let at = 0; at < slots.length; at += 1) {
      const place = slots[at] ?? 0;
      if (place !== 0) take(place);
    }
  }
}

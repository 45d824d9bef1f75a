// A map that only grows, in versions: judging adds some entries to thousands at every output, and a copy
// each time would make a long session cost more and more. Versions share their entries.

/** Entries of one generation; those of the last two are remembered. */
const GENERATION = 1_000;

export class GrowingMap<V> {
  readonly #entries: Map<string, V>;
  readonly #older: ReadonlyMap<string, V>;
  /** Entries that belong to this version: a later one may have added more. */
  readonly #count: number;

  constructor(entries = new Map<string, V>(), older: ReadonlyMap<string, V> = new Map()) {
    this.#entries = entries;
    this.#older = older;
    this.#count = entries.size;
  }

  /** Adds to this version, which stays as it is; the next one has both. */
  extend(): Extension<V> {
    const isNewest = this.#count > 0 && this.#entries.size === this.#count;
    const entries = isNewest ? this.#entries : this.#copy();
    const older = this.#older;
    return {
      get: (key) => entries.get(key) ?? older.get(key),
      add: (key, value) => void entries.set(key, value),
      next: () =>
        entries.size > GENERATION
          ? new GrowingMap(new Map(), entries)
          : new GrowingMap(entries, older),
    };
  }

  #copy(): Map<string, V> {
    return new Map(this.#count === 0 ? [] : [...this.#entries].slice(0, this.#count));
  }
}

export interface Extension<V> {
  get(key: string): V | undefined;
  /** A key that is not there yet. */
  add(key: string, value: V): void;
  next(): GrowingMap<V>;
}

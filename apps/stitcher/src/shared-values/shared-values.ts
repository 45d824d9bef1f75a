const limits = {
  /** Newest values that others are compared with. */
  values: 512,
  /** Longer values are not shared, characters: an ad server may answer with thousands of ads. */
  chars: 4_000,
} as const;

/** One object for equal values: thousands of sessions have the same pod in a break, and the same share of it. */
export class SharedValues<Value extends object> {
  /** By content. Weak: a value goes with the last session that has it. */
  readonly #recent = new Map<string, WeakRef<Value>>();

  /**
   * @param value never changed afterwards
   * @param content the same text for equal values, and another one for all others
   * @returns the newest equal value, or this one
   */
  of(value: Value, content: string): Value {
    if (content.length > limits.chars) return value;
    const shared = this.#recent.get(content)?.deref() ?? value;
    this.#recent.delete(content);
    this.#recent.set(content, new WeakRef(shared));
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > limits.values && oldest !== undefined) this.#recent.delete(oldest);
    return shared;
  }
}

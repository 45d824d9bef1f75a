/** Lets so many pass at a time; the others wait in order. */
export class Turnstile {
  #free: number;
  #waiting: (() => void)[] = [];
  /** Those of `#waiting` before this one have passed: to shift a long list costs as much as the list is long. */
  #next = 0;

  constructor(parallel: number) {
    this.#free = parallel;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      this.#letNextPass();
    }
  }

  #letNextPass(): void {
    const next = this.#waiting[this.#next];
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#next += 1;
    if (2 * this.#next > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#next);
      this.#next = 0;
    }
    next();
  }
}

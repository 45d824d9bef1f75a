/**
 * Turns of the event loop for the work of ad decisions. Thousands of sessions enter a break at once and their answers
 * arrive together: handled as they come, they keep the loop from every playlist for as long as all of them take.
 */
export class LoopTurns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #left = 0;
  #isRunning = false;

  /** @param atOnce pieces of work that begin in one turn of the loop */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves in this turn of the loop or a later one, first come, first served. */
  async take(): Promise<void> {
    if (!this.#isRunning) this.#run();
    if (this.#left > 0) {
      this.#left -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #run(): void {
    this.#isRunning = true;
    this.#left = this.#atOnce;
    setImmediate(() => this.#next());
  }

  #next(): void {
    const begun = this.#waiting.splice(0, this.#atOnce);
    this.#isRunning = begun.length > 0;
    if (!this.#isRunning) return;
    for (const resolve of begun) resolve();
    this.#run();
    this.#left -= begun.length;
  }
}

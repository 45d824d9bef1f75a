/** At most so many tasks of a company at a time; further ones wait in order, at most `mostWaiting` of them. */
export class TenantSlots {
  readonly #mostWaiting: number;
  readonly #used = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Rejects with the error of `work`, or with `full()` when too many tasks of the company already wait. */
  async run<Made>(
    tenantId: string,
    most: number,
    work: () => Promise<Made>,
    full: () => Error,
  ): Promise<Made> {
    await this.#enter(tenantId, most, full);
    try {
      return await work();
    } finally {
      this.#leave(tenantId);
    }
  }

  async #enter(tenantId: string, most: number, full: () => Error): Promise<void> {
    const used = this.#used.get(tenantId) ?? 0;
    if (used < most) {
      this.#used.set(tenantId, used + 1);
      return;
    }
    const line = this.#waiting.get(tenantId) ?? [];
    if (line.length >= this.#mostWaiting) {
      throw full();
    }
    this.#waiting.set(tenantId, line);
    await new Promise<void>((enter) => {
      line.push(enter);
    });
  }

  /** Passes the slot on to the next waiting task, if any. */
  #leave(tenantId: string): void {
    const line = this.#waiting.get(tenantId);
    const enter = line?.shift();
    if (line?.length === 0) {
      this.#waiting.delete(tenantId);
    }
    if (enter) {
      enter();
      return;
    }
    const used = (this.#used.get(tenantId) ?? 0) - 1;
    if (used > 0) {
      this.#used.set(tenantId, used);
    } else {
      this.#used.delete(tenantId);
    }
  }
}

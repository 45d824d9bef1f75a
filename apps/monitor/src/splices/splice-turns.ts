/**
 * Turns of splices over all channels of a process: a few at once, one per company, companies in turn. Splices beyond
 * the limits of the queue are refused, so that memory is bounded and requests without an answer of one company do not
 * keep the others waiting.
 */

export const spliceTurns = {
  /** Loaded and decoded at once. */
  atOnce: 2,
  /** Longest queue of one company, and of all. */
  ofTenant: 8,
  waiting: 64,
} as const;

export class SpliceTurns {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Set<string>();

  get #count(): number {
    return [...this.#waiting.values()].reduce((sum, line) => sum + line.length, 0);
  }

  #begin(): void {
    for (const [tenantId, line] of [...this.#waiting]) {
      if (this.#running.size >= spliceTurns.atOnce) return;
      if (this.#running.has(tenantId)) continue;
      const next = line.shift();
      // The company goes to the end of the queue.
      this.#waiting.delete(tenantId);
      if (line.length > 0) this.#waiting.set(tenantId, line);
      if (next === undefined) continue;
      this.#running.add(tenantId);
      next();
    }
  }

  /** Resolves with true when it is the turn, with false when the signal aborts before. */
  #turn(tenantId: string, line: (() => void)[], signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        line.splice(line.indexOf(begin), 1);
        resolve(false);
      };
      line.push(begin);
      this.#waiting.set(tenantId, line);
      signal.addEventListener('abort', leave, { once: true });
      this.#begin();
    });
  }

  /**
   * @param signal ends the waiting
   * @returns what the work gives; `busy` = it was refused, `left` = the signal came first
   */
  async run<T>(
    tenantId: string,
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T | 'busy' | 'left'> {
    if (signal.aborted) return 'left';
    const line = this.#waiting.get(tenantId) ?? [];
    if (line.length >= spliceTurns.ofTenant || this.#count >= spliceTurns.waiting) return 'busy';
    if (!(await this.#turn(tenantId, line, signal))) return 'left';
    try {
      return await work();
    } finally {
      this.#running.delete(tenantId);
      this.#begin();
    }
  }
}

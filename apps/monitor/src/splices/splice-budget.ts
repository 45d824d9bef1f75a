/** Processor time that the splices of one channel may take: 5 % of a core, saved up for its next break. */

export const spliceBudget = {
  share: 0.05,
  /** Most that is saved up, ms of processor time: the splices of one break. */
  savedMs: 4_000,
  /** Expected cost of the first splice, before any was measured, ms of processor time. */
  firstMs: 800,
} as const;

export class SpliceBudget {
  #leftMs: number = spliceBudget.savedMs;
  #expectedMs: number = spliceBudget.firstMs;
  #atMs: number;

  constructor(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Books the expected cost of a splice. @returns it, ms, to be settled; undefined = it does not fit now */
  take(nowMs: number): number | undefined {
    const earnedMs = Math.max(0, nowMs - this.#atMs) * spliceBudget.share;
    this.#leftMs = Math.min(spliceBudget.savedMs, this.#leftMs + earnedMs);
    this.#atMs = nowMs;
    if (this.#leftMs < this.#expectedMs) return undefined;
    this.#leftMs -= this.#expectedMs;
    return this.#expectedMs;
  }

  /** Replaces the expected cost by the measured one. @param cpuMs measured cost; 0 = it was not decoded */
  settle(paidMs: number, cpuMs: number): void {
    this.#leftMs += paidMs - cpuMs;
    if (cpuMs > 0) this.#expectedMs = 0.7 * this.#expectedMs + 0.3 * cpuMs;
  }
}

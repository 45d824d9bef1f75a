/**
 * Ad decisions that are used more than once: by the sessions of a cohort, or by a session that begins anew within
 * `cacheTime`.
 */
import type { Clock } from '@interlude/runtime';
import type { AdDecision } from './decide-ads.ts';
import { decisionLimits } from './decision-limits.ts';

interface Entry {
  readonly ads: Promise<AdDecision>;
  readonly keepUntilMs: number;
}

export class SharedAdDecisions {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string): Promise<AdDecision> | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.keepUntilMs > this.#clock.now() ? entry.ads : undefined;
  }

  /**
   * Keeps a decision, pending or made, until `keepUntilMs`, epoch ms. One that failed is dropped, so that ads are
   * requested again; an answer without ads (`NO_ADS`) is kept.
   */
  keep(key: string, ads: Promise<AdDecision>, keepUntilMs: number): void {
    const entry = { ads, keepUntilMs };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= decisionLimits.sharedDecisions) {
        break;
      }
      this.#entries.delete(oldest);
    }
    const forget = () => {
      if (this.#entries.get(key) === entry) {
        this.#entries.delete(key);
      }
    };
    ads.then(({ reason }) => {
      if (reason !== undefined && reason !== 'NO_ADS') {
        forget();
      }
    }, forget);
  }
}

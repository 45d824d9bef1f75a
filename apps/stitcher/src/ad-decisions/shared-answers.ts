/** Answers of ad servers that serve more than one: a cohort, or whoever asks again within `cacheTime`. */
import type { Clock } from '@interlude/runtime';
import { decisionLimits } from './decision-limits.ts';
import type { PreparedAds } from './prepare-ads.ts';

interface Entry {
  readonly ads: Promise<PreparedAds>;
  readonly keepUntilMs: number;
}

export class SharedAnswers {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string): Promise<PreparedAds> | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.keepUntilMs > this.#clock.now() ? entry.ads : undefined;
  }

  /** Keeps an answer under way or there. One that came to nothing but an empty answer is asked for again. */
  keep(key: string, ads: Promise<PreparedAds>, keepUntilMs: number): void {
    const entry = { ads, keepUntilMs };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= decisionLimits.keptAnswers) {
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

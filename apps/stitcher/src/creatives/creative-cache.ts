/**
 * Creatives in memory: read once for all sessions, kept for `keepMs`, and not requested again right after they
 * failed. A break that cannot wait leaves the reading to go on for the next one.
 */
import type { Clock } from '@interlude/runtime';
import { creativeLimits } from './creative-limits.ts';

interface Entry<Read> {
  readonly creative: Promise<Read>;
  /** The result of `creative`, once it has resolved. */
  read?: Read;
  /** Epoch ms; set when the reading ends. */
  keepUntilMs: number;
  settled: boolean;
}

export class CreativeCache<Read> {
  readonly #entries = new Map<string, Entry<Read>>();
  readonly #fetch: (url: string) => Promise<Read>;
  readonly #clock: Clock;

  /** @param fetch reads one creative */
  constructor(fetch: (url: string) => Promise<Read>, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** @throws {DomainError} the error that ended the reading, for the next 30 s too */
  get(url: string): Promise<Read> {
    const known = this.#known(url);
    if (known) {
      return known.creative;
    }
    const entry: Entry<Read> = {
      creative: this.#fetch(url),
      keepUntilMs: 0,
      settled: false,
    };
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    this.#evict();
    const settle = (keepMs: number) => {
      entry.settled = true;
      entry.keepUntilMs = this.#clock.now() + keepMs;
    };
    entry.creative.then(
      (read) => {
        entry.read = read;
        settle(creativeLimits.keepMs);
      },
      () => settle(creativeLimits.failedMs),
    );
    return entry.creative;
  }

  /** The creative without waiting, for the thousands of viewers of a break; undefined = `get` has to be waited for. */
  ready(url: string): Read | undefined {
    return this.#known(url)?.read;
  }

  #known(url: string): Entry<Read> | undefined {
    const known = this.#entries.get(url);
    if (!known || (known.settled && known.keepUntilMs <= this.#clock.now())) {
      return undefined;
    }
    this.#entries.delete(url);
    this.#entries.set(url, known);
    return known;
  }

  #evict(): void {
    for (const [url, entry] of this.#entries) {
      if (this.#entries.size <= creativeLimits.entries) {
        return;
      }
      if (entry.settled) {
        this.#entries.delete(url);
      }
    }
  }
}

/**
 * Live cards in memory: each is read once in half a minute for all its viewers, and concurrent viewers wait for one
 * read. Failures are kept as long, so that a slow report is not read for each stranger.
 */

/** Limits of the cached cards (rule SEC-S106). */
export const liveCardLimits = {
  /** Of all cards of the process, bytes of their JSON. */
  bytes: 67_108_864,
  /** Includes failed cards, which have no bytes. */
  cards: 5_000,
} as const;

interface Kept<Card> {
  readonly reading: Promise<Card>;
  readonly untilMs: number;
  bytes: number;
}

interface LiveCardOptions<Card> {
  readonly cachedMs: number;
  readonly now: () => number;
  readonly bytesOf: (card: Card) => number;
  readonly limits?: { readonly bytes: number; readonly cards: number };
}

/** @see rule SEC-S106 */
export class LiveCards<Card> {
  readonly #options: LiveCardOptions<Card>;
  /** By id of the link, the oldest first. */
  readonly #kept = new Map<string, Kept<Card>>();
  #bytes = 0;

  constructor(options: LiveCardOptions<Card>) {
    this.#options = options;
  }

  /** Rejects with the error of `read`, also with that of the cached read. */
  read(id: string, read: () => Promise<Card>): Promise<Card> {
    const { now, cachedMs, bytesOf } = this.#options;
    const found = this.#kept.get(id);
    if (found !== undefined && now() < found.untilMs) return found.reading;
    this.#forget(id);
    const kept: Kept<Card> = { reading: read(), untilMs: now() + cachedMs, bytes: 0 };
    this.#kept.set(id, kept);
    kept.reading.then(
      (card) => {
        if (this.#kept.get(id) !== kept) return;
        kept.bytes = bytesOf(card);
        this.#bytes += kept.bytes;
        this.#trim();
      },
      () => this.#trim(),
    );
    return kept.reading;
  }

  #forget(id: string): void {
    this.#bytes -= this.#kept.get(id)?.bytes ?? 0;
    this.#kept.delete(id);
  }

  #trim(): void {
    const { bytes, cards } = this.#options.limits ?? liveCardLimits;
    for (const id of this.#kept.keys()) {
      if (this.#bytes <= bytes && this.#kept.size <= cards) return;
      this.#forget(id);
    }
  }
}

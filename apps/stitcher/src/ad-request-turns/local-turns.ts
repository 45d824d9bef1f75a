/** Turns of ad requests in the memory of this process, for a single stitcher or while the database is away. */
import type { Clock } from '@interlude/runtime';
import { turnLimits } from './turn-limits.ts';
import type { TurnWanted } from './turns.ts';

export class LocalTurns {
  readonly #clock: Clock;
  /** Epoch ms of the next free turn, by company and ad server. */
  readonly #next = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param stitchers number of stitchers that share the limit
   * @returns ms until the turn; undefined: none begins within `withinMs`
   */
  take(
    { tenantId, server, perSecond, withinMs }: TurnWanted,
    stitchers: number,
  ): number | undefined {
    const key = `${tenantId} ${server}`;
    const nowMs = this.#clock.now();
    const atMs = Math.max(nowMs, this.#next.get(key) ?? 0);
    if (atMs - nowMs > withinMs) return undefined;
    this.#next.delete(key);
    this.#next.set(key, atMs + (1000 * stitchers) / perSecond);
    const [oldest] = this.#next.keys();
    if (this.#next.size > turnLimits.servers && oldest !== undefined) this.#next.delete(oldest);
    return atMs - nowMs;
  }
}

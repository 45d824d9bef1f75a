/** Turns of ad requests that this process alone knows of. */
import type { Clock } from '@interlude/runtime';
import { turnLimits } from './turn-limits.ts';
import type { TurnWanted } from './turns.ts';

export class LocalTurns {
  readonly #clock: Clock;
  /** When the next one is, epoch ms, by company and ad server. */
  readonly #next = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param stitchers that share the limit
   * @returns ms until the turn; undefined: there is none within the time
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

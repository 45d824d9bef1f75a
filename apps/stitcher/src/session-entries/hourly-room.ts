/** Bounds the bytes that each company stores in an hour: a break a second would fill the disk that all share. */
import type { Clock } from '@interlude/runtime';

const hourMs = 3_600_000;

export class HourlyRoom {
  readonly #clock: Clock;
  /** Hours since the epoch. */
  #hour = 0;
  /** Bytes of each company in this hour. */
  readonly #taken = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param most bytes that the company may store in an hour
   * @returns false when there is no room: then nothing is taken
   */
  take(tenantId: string, bytes: number, most: number): boolean {
    const hour = Math.floor(this.#clock.now() / hourMs);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#taken.clear();
    }
    const before = this.#taken.get(tenantId) ?? 0;
    if (before + bytes > most) {
      return false;
    }
    this.#taken.set(tenantId, before + bytes);
    return true;
  }
}

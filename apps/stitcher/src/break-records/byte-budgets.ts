/** Limits the bytes that the stages of each channel take in an hour. */
import type { Clock } from '@interlude/runtime';
import { recordLimits } from './record-limits.ts';

const hourMs = 3_600_000;

export class ByteBudgets {
  readonly #clock: Clock;
  readonly #bytes = new Map<string, number>();
  #hour = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes bytes of a channel; false when its share of this hour is used up. */
  take(channelId: string, bytes: number, isMonitor: boolean): boolean {
    const hour = Math.floor(this.#clock.now() / hourMs);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#bytes.clear();
    }
    const taken = (this.#bytes.get(channelId) ?? 0) + bytes;
    const { bytesOfChannel } = recordLimits;
    if (taken > (isMonitor ? 2 * bytesOfChannel : bytesOfChannel)) {
      return false;
    }
    this.#bytes.set(channelId, taken);
    return true;
  }
}

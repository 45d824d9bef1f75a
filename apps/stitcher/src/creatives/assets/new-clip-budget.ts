/**
 * Limits how many new creatives a tenant may submit: an ad server that makes up ids must not create jobs without end.
 */
import type { Clock } from '@interlude/runtime';
import { assetLimits } from './asset-limits.ts';

export class NewClipBudget {
  readonly #clock: Clock;
  #beganMs = 0;
  readonly #taken = new Map<string, Set<string>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** False when the tenant has used it up; requesting the same creative again takes nothing. */
  take(tenantId: string, clip: string): boolean {
    const nowMs = this.#clock.now();
    if (nowMs - this.#beganMs >= assetLimits.newEveryMs) {
      this.#beganMs = nowMs;
      this.#taken.clear();
    }
    const taken = this.#taken.get(tenantId) ?? new Set();
    this.#taken.set(tenantId, taken);
    if (!taken.has(clip) && taken.size >= assetLimits.newClips) {
      return false;
    }
    taken.add(clip);
    return true;
  }
}

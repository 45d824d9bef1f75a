/**
 * How many bytes of manifests each company has received lately. Receiving them costs time of the event loop, and the
 * answer may be refused afterwards: beyond its share of a second a company's next requests wait.
 * @see rule SEC-S57
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { tierBudgets } from './budget-limits.ts';
import type { SourceOwner } from './source-memory.ts';

interface Received {
  /** Received minus the share that has become free since, see `receivedPerSecond`. */
  bytes: number;
  /** Of the monotonic clock. */
  atMs: number;
}

export class ReceivedBytes {
  readonly #byTenant = new Map<string, Received>();

  /** Resolves when the company may request a manifest. */
  async room(owner: SourceOwner): Promise<void> {
    for (;;) {
      const waitMs = this.#waitMs(owner);
      if (waitMs <= 0) {
        return;
      }
      await sleep(waitMs);
    }
  }

  /** Also of an answer that is refused, or breaks off. */
  add(owner: SourceOwner, bytes: number): void {
    const left = this.#left(owner);
    this.#byTenant.set(owner.tenantId, { bytes: left + bytes, atMs: performance.now() });
  }

  /** A burst of some seconds is free: a source is opened with all its renditions. */
  #waitMs(owner: SourceOwner): number {
    const { receivedPerSecond, receivedAtOnce } = tierBudgets[owner.tier];
    return Math.ceil(((this.#left(owner) - receivedAtOnce) / receivedPerSecond) * 1_000);
  }

  #left({ tenantId, tier }: SourceOwner): number {
    const known = this.#byTenant.get(tenantId);
    if (!known) {
      return 0;
    }
    const madeUp = ((performance.now() - known.atMs) / 1_000) * tierBudgets[tier].receivedPerSecond;
    const left = known.bytes - madeUp;
    if (left <= 0) {
      this.#byTenant.delete(tenantId);
    }
    return Math.max(0, left);
  }
}

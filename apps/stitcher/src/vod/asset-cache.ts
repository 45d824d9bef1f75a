/** Assets read once for everybody, as long as the channel says (`cacheTime`), and never twice at one time. */
import { DomainError } from '@interlude/contract';
import { type Clock, sourceFetcher, type TenantEgresses } from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { type Asset, readAsset } from './asset.ts';
import { type Pay, paid } from './fetch-budget.ts';
import { vodLimits } from './vod-limits.ts';

interface Kept {
  readonly asset: Promise<Asset>;
  /** Epoch ms; while it is being read there is no end. */
  untilMs: number;
}

/** What one session cannot pay another can. */
const isSpent = (error: unknown) =>
  error instanceof DomainError && error.code === 'FETCH_BUDGET_SPENT';

export class AssetCache {
  readonly #egress: TenantEgresses<'request'>;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(egress: TenantEgresses<'request'>, clock: Clock) {
    this.#egress = egress;
    this.#clock = clock;
  }

  /**
   * What cannot be read is not requested again for a while.
   * @param pay of the session that is the first to ask
   * @throws {DomainError} as `readAsset`, FETCH_BUDGET_SPENT
   */
  get(channel: ChannelEntry, url: string, pay: Pay): Promise<Asset> {
    const key = `${channel.id} ${channel.revision} ${channel.resets} ${url}`;
    const known = this.#kept.get(key);
    if (known && known.untilMs > this.#clock.now()) {
      return known.asset;
    }
    const asset = readAsset(
      sourceFetcher(paid(this.#egress.forTenant(channel.tenantId), pay), channel.settings),
      url,
      channel.settings,
    );
    const kept: Kept = { asset, untilMs: Number.POSITIVE_INFINITY };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const keepMs = channel.settings.cacheTime * 1000;
    asset.then(
      () => this.#settle(key, kept, keepMs),
      (error: unknown) => this.#settle(key, kept, isSpent(error) ? 0 : vodLimits.failureKeptMs),
    );
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= vodLimits.assets) {
        break;
      }
      this.#kept.delete(oldest);
    }
    return asset;
  }

  #settle(key: string, kept: Kept, keepMs: number): void {
    kept.untilMs = this.#clock.now() + keepMs;
    if (keepMs <= 0 && this.#kept.get(key) === kept) {
      this.#kept.delete(key);
    }
  }
}

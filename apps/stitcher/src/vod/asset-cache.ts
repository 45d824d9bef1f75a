/**
 * Cache of VOD assets: each is read once for all sessions, kept for the `cacheTime` of its channel, and never read
 * twice at one time.
 */
import { DomainError } from '@interlude/contract/errors';
import {
  budgetLimits,
  type Clock,
  isTooLarge,
  type SourceBudgets,
  sourceFetcher,
  type TenantEgresses,
} from '@interlude/runtime';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { readAsset } from './asset.ts';
import { type Pay, paid } from './fetch-budget.ts';
import { KeptAsset } from './kept-asset.ts';
import { vodLimits } from './vod-limits.ts';

interface Kept {
  readonly asset: Promise<KeptAsset>;
  /** Set when it has been read. */
  read?: KeptAsset;
  /** Epoch ms; while it is being read there is no end. */
  untilMs: number;
}

/** A failure that is not kept: another session still has a budget. */
const isSpent = (error: unknown) =>
  error instanceof DomainError && error.code === 'FETCH_BUDGET_SPENT';

function failureKeptMs(error: unknown): number {
  if (isSpent(error)) {
    return 0;
  }
  return isTooLarge(error) ? budgetLimits.tooLargeForMs : vodLimits.failureKeptMs;
}

/** Called when an asset is beyond a budget. */
export type AssetRefused = (channel: ChannelEntry, url: string, error: DomainError) => void;

export class AssetCache {
  readonly #egress: TenantEgresses<'request'>;
  readonly #budgets: SourceBudgets;
  readonly #clock: Clock;
  readonly #onRefused: AssetRefused;
  readonly #kept = new Map<string, Kept>();

  constructor(
    egress: TenantEgresses<'request'>,
    budgets: SourceBudgets,
    clock: Clock,
    onRefused: AssetRefused,
  ) {
    this.#egress = egress;
    this.#budgets = budgets;
    this.#clock = clock;
    this.#onRefused = onRefused;
  }

  /**
   * An asset that could not be read is not requested again for a while; one that was dropped to make room is.
   * @param pay budget of the session that is the first to request it
   * @throws {DomainError} as `readAsset`, FETCH_BUDGET_SPENT
   */
  get(channel: ChannelEntry, url: string, pay: Pay): Promise<KeptAsset> {
    const key = `${channel.id} ${channel.revision} ${channel.resets} ${url}`;
    const known = this.#kept.get(key);
    if (known && known.untilMs > this.#clock.now() && known.read?.isDropped !== true) {
      return known.asset;
    }
    const egress = sourceFetcher(
      paid(this.#egress.forTenant(channel.tenantId), pay),
      channel.settings,
    );
    const asset = this.#budgets.inSlot(channel, () =>
      KeptAsset.read(this.#budgets, channel, (budget) =>
        readAsset({ egress, budget }, url, channel.settings),
      ),
    );
    const kept: Kept = { asset, untilMs: Number.POSITIVE_INFINITY };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const keepMs = channel.settings.cacheTime * 1000;
    asset.then(
      (read) => {
        kept.read = read;
        this.#settle(key, kept, keepMs);
      },
      (error: unknown) => {
        if (isTooLarge(error)) {
          this.#onRefused(channel, url, error);
        }
        this.#settle(key, kept, failureKeptMs(error));
      },
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

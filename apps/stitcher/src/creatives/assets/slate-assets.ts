/**
 * Resolves the slate address of a channel that names an asset of this platform: to the package in the channel's current
 * conditioning profile and protocol, whichever protocol the address has; until that is ready, to another one that fits.
 * Any other address is used unchanged.
 */
import type { Clock, Logger } from '@interlude/runtime';
import type { ChannelEntry } from '../../channels/channel-entry.ts';
import { assetLimits } from './asset-limits.ts';
import { type AssetRepository, manifestOf, type ReadyAsset } from './asset-repository.ts';
import type { ConditionedAssets } from './conditioned-assets.ts';
import type { HashedProfile } from './hashed-profile.ts';
import type { StoredPackages } from './stored-packages.ts';

interface Known {
  readonly asset: Promise<ReadyAsset | undefined>;
  readonly untilMs: number;
}

export interface SlateAssetsOptions {
  readonly repository: Pick<AssetRepository, 'findByUrl'>;
  readonly assets: Pick<ConditionedAssets, 'find'>;
  readonly packages: Pick<StoredPackages, 'learn'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface SlateRequest {
  readonly channel: Pick<ChannelEntry, 'id' | 'tenantId'>;
  readonly url: string;
  /** Undefined until the source's ladder is known. */
  readonly profile: HashedProfile | undefined;
  readonly manifestType: 'hls' | 'dash';
}

export class SlateAssets {
  readonly #options: SlateAssetsOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: SlateAssetsOptions) {
    this.#options = options;
  }

  /**
   * @returns addresses of manifests, at least one: the first that fits the channel plays. Until the slate is ready in
   * the conditioning profile of the channel, those of its other encodings, newest first (ADR 0032). Never rejects.
   */
  async resolve(
    { channel, url, profile, manifestType }: SlateRequest,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { tenantId, id: channelId } = channel;
    const named = await this.#named(tenantId, url);
    if (!named) {
      return [url];
    }
    const state =
      profile &&
      (await this.#options.assets.find(
        {
          ...profile,
          tenantId,
          channelId,
          clipId: named.clipId,
          mediaUrl: undefined,
          name: '',
          durationMs: undefined,
          titleType: 'ad-slate',
        },
        signal,
      ));
    const preferred = state?.state === 'ready' ? [state.asset] : (state?.others ?? []);
    const urls = [...preferred, named].map((asset) => manifestOf(asset, manifestType));
    const known = new Set(urls.filter((one) => one !== ''));
    return known.size > 0 ? [...known] : [url];
  }

  async #named(tenantId: string, url: string): Promise<ReadyAsset | undefined> {
    const { clock } = this.#options;
    const key = `${tenantId} ${url}`;
    const known = this.#known.get(key);
    if (known && known.untilMs > clock.now()) {
      return known.asset;
    }
    const asset = this.#lookUp(tenantId, url);
    this.#known.delete(key);
    this.#known.set(key, { asset, untilMs: clock.now() + assetLimits.failedMs });
    for (const old of this.#known.keys()) {
      if (this.#known.size <= assetLimits.addresses) {
        break;
      }
      this.#known.delete(old);
    }
    return asset;
  }

  async #lookUp(tenantId: string, url: string): Promise<ReadyAsset | undefined> {
    const { repository, packages, logger } = this.#options;
    try {
      const asset = await repository.findByUrl(tenantId, url);
      if (asset) {
        packages.learn(tenantId, asset);
      }
      return asset;
    } catch (error) {
      logger.warn({ error, tenantId }, 'whose slate this is cannot be looked up');
      return undefined;
    }
  }
}

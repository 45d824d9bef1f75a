/** Lookups of one moment as one query: the ads of a pod are looked for at once. */
import {
  type AssetRepository,
  type ClipForm,
  manifestOf,
  type ReadyAsset,
} from './asset-repository.ts';

interface Batch {
  readonly clips: ClipForm[];
  readonly answer: Promise<readonly ReadyAsset[]>;
}

interface FoundAssets {
  /** Undefined when it is not ready in this profile. */
  readonly asset: ReadyAsset | undefined;
  /** Ready in other profiles of the same protocol, newest first. */
  readonly others: readonly ReadyAsset[];
}

export class ClipLookups {
  readonly #repository: Pick<AssetRepository, 'findReady'>;
  readonly #open = new Map<string, Batch>();

  constructor(repository: Pick<AssetRepository, 'findReady'>) {
    this.#repository = repository;
  }

  /** Rejects when the database cannot be queried. */
  async find(tenantId: string, clip: ClipForm): Promise<FoundAssets> {
    const batch = this.#open.get(tenantId) ?? this.#begin(tenantId);
    batch.clips.push(clip);
    const found = (await batch.answer).filter(({ clipId }) => clipId === clip.clipId);
    return {
      asset: found.find(({ profileHash }) => profileHash === clip.hash),
      others: found.filter(
        (asset) =>
          asset.profileHash !== clip.hash && manifestOf(asset, clip.profile.manifest) !== '',
      ),
    };
  }

  #begin(tenantId: string): Batch {
    const clips: ClipForm[] = [];
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#open.delete(tenantId);
      return this.#repository.findReady(tenantId, clips);
    });
    const batch = { clips, answer };
    this.#open.set(tenantId, batch);
    return batch;
  }
}

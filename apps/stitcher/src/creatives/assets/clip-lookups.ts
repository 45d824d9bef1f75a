/** Lookups of one moment as one query: the ads of a pod are looked for at once. */
import type { AssetRepository, ClipForm, ReadyAsset } from './asset-repository.ts';

interface Batch {
  readonly clips: ClipForm[];
  readonly answer: Promise<readonly ReadyAsset[]>;
}

export class ClipLookups {
  readonly #repository: Pick<AssetRepository, 'findReady'>;
  readonly #open = new Map<string, Batch>();

  constructor(repository: Pick<AssetRepository, 'findReady'>) {
    this.#repository = repository;
  }

  /** Undefined when it is not ready. Rejects when the database cannot be queried. */
  async find(tenantId: string, clip: ClipForm): Promise<ReadyAsset | undefined> {
    const batch = this.#open.get(tenantId) ?? this.#begin(tenantId);
    batch.clips.push(clip);
    const found = await batch.answer;
    return found.find(
      ({ clipId, profileHash }) => clipId === clip.clipId && profileHash === clip.hash,
    );
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

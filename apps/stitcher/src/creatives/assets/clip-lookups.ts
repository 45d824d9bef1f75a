/** Lookups of one moment as one query: the ads of a pod are looked for at once. */
import type { AssetFeed, ClipForm, ReadyAsset } from './asset-feed.ts';

interface Batch {
  readonly clips: ClipForm[];
  readonly answer: Promise<readonly ReadyAsset[]>;
}

export class ClipLookups {
  readonly #feed: Pick<AssetFeed, 'findReady'>;
  readonly #open = new Map<string, Batch>();

  constructor(feed: Pick<AssetFeed, 'findReady'>) {
    this.#feed = feed;
  }

  /** Undefined when it is not ready. Rejects when the database cannot be asked. */
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
      return this.#feed.findReady(tenantId, clips);
    });
    const batch = { clips, answer };
    this.#open.set(tenantId, batch);
    return batch;
  }
}

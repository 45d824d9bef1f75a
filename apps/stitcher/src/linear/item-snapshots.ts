/**
 * The items of one save of a playlist: read by the first process that needs them, and the same for all processes from
 * then on.
 */
import { createHash } from 'node:crypto';
import { domainError } from '@interlude/contract/errors';
import type { PlaylistSave, PlaylistSnapshotStore } from '@interlude/persistence';
import type { SourceBudgets, SourceOwner, TenantEgresses } from '@interlude/runtime';
import { parseStoredItem, type StoredGeneration, type StoredItem } from '@interlude/stitching';
import { linearLimits } from './linear-limits.ts';
import type { StoredEntries } from './linear-protocol.ts';
import { readItem } from './read-item.ts';

type Saved = Pick<StoredGeneration, 'contents' | 'fillerUrl'>;

const keyOf = (url: string) => `item:${createHash('sha256').update(url).digest('hex')}`;

function addressesOf({ contents, fillerUrl }: Saved): string[] {
  const all = contents.filter(({ sourceType }) => sourceType === 'url').map(({ url }) => url);
  return [...new Set([...all, fillerUrl])].filter((url) => url !== '');
}

export interface ItemSnapshotsOptions {
  readonly store: PlaylistSnapshotStore;
  readonly egress: TenantEgresses<'request'>;
  /** Manifests of items are measured, and read in turns, like those of live sources. */
  readonly budgets: SourceBudgets;
  readonly tierOf: TierOf;
}

/** Finds the tier of a company. */
export type TierOf = (tenantId: string) => Promise<SourceOwner['tier']>;

export class ItemSnapshots {
  readonly #store: PlaylistSnapshotStore;
  readonly #options: ItemSnapshotsOptions;

  constructor(options: ItemSnapshotsOptions) {
    this.#store = options.store;
    this.#options = options;
  }

  /**
   * The stored items of a save. Those that are not stored yet are read and stored; when none can be read nothing is
   * stored, so that the next call tries again.
   * @throws {DomainError} PLAYLIST_UNPLAYABLE
   */
  async load(save: PlaylistSave, saved: Saved): Promise<StoredEntries> {
    const addresses = addressesOf(saved);
    const known = new Map(await this.#stored(save, addresses));
    const unknown = addresses.filter((url) => !known.has(url));
    const found = await this.#read(save.tenantId, unknown);
    const all = [...known.values(), ...found.map(([, item]) => item)];
    const [first] = all;
    if (first?.kind === 'missing' && all.every(({ kind }) => kind === 'missing')) {
      throw domainError('PLAYLIST_UNPLAYABLE', { protocol: 'a channel', reason: first.reason });
    }
    for (const [url, item] of found) {
      const kept = await this.#store.keep(save, keyOf(url), item);
      known.set(url, parseStoredItem(kept));
    }
    const missing: StoredItem = { kind: 'missing', reason: 'it has no address' };
    return {
      entries: saved.contents.map((settings) => ({
        settings,
        stored: known.get(settings.url) ?? missing,
      })),
      filler: known.get(saved.fillerUrl),
    };
  }

  async #stored(save: PlaylistSave, addresses: readonly string[]) {
    const bodies = await this.#store.read(save, addresses.map(keyOf));
    return addresses.flatMap((url) => {
      const body = bodies.get(keyOf(url));
      return body === undefined ? [] : [[url, parseStoredItem(body)] as const];
    });
  }

  async #read(
    tenantId: string,
    addresses: readonly string[],
  ): Promise<(readonly [string, StoredItem])[]> {
    if (addresses.length === 0) {
      return [];
    }
    const { budgets, tierOf } = this.#options;
    const egress = this.#options.egress.forTenant(tenantId);
    const owner = { tenantId, tier: await tierOf(tenantId) };
    const found: (readonly [string, StoredItem])[] = [];
    const waiting = [...addresses];
    const work = async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        const item = url;
        const stored = await budgets.look(owner, (budget) => readItem({ egress, budget }, item));
        found.push([url, stored]);
      }
    };
    await Promise.all(Array.from({ length: linearLimits.itemsAtOnce }, work));
    return found;
  }
}

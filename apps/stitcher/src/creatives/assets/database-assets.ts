/** Conditioned creatives from the database, their files from the storages of their tenants. */
import { buffer } from 'node:stream/consumers';
import { domainError } from '@interlude/contract/errors';
import type { ObjectStorage } from '@interlude/object-storage';
import {
  type Change,
  createChannelAssetStore,
  createJobQueue,
  type Database,
  watchChanges,
} from '@interlude/persistence';
import type { TenantStorages } from '../../media/tenant-storages.ts';
import type { AssetChange, AssetRepository, ClipAnswer, StoredPlace } from './asset-repository.ts';

export interface DatabaseAssetsParts {
  readonly database: Database;
  readonly storages: TenantStorages;
}

function clipAnswer(
  answer: Awaited<ReturnType<ReturnType<typeof createJobQueue>['requestChannelAsset']>>,
): ClipAnswer {
  switch (answer.state) {
    case 'flow-missing':
      return { state: 'impossible', reason: `there is no workflow ${answer.flowName}` };
    case 'source-missing':
      return { state: 'impossible', reason: 'its title has no source' };
    case 'ready':
    case 'encoding':
    case 'failed':
      return answer;
  }
}

/** Reads a manifest; a file of more than `maxBytes` is none. */
async function readWhole(
  storage: ObjectStorage,
  { key }: StoredPlace,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Buffer> {
  const { object, body } = await storage.read(key, { signal });
  if (object.sizeBytes > maxBytes) {
    body.destroy();
    throw domainError('FETCH_TOO_LARGE', { host: storage.kind, limitBytes: maxBytes });
  }
  return buffer(body);
}

function changeOf({ tenant: tenantId, kind, action }: Change): AssetChange {
  if (kind === 'channel-assets') {
    return { tenantId, kind: action === 'removed' ? 'removed' : 'ready' };
  }
  // An archived job no longer counts as failed.
  return kind === 'jobs' && action !== 'created' ? { tenantId, kind: 'jobs' } : undefined;
}

export function createDatabaseAssets({ database, storages }: DatabaseAssetsParts): AssetRepository {
  const store = createChannelAssetStore(database);
  const queue = createJobQueue(database);
  return {
    findReady: (tenantId, clips) =>
      store.listReady(
        tenantId,
        clips.map(({ clipId, hash }) => ({ clipId, profileHash: hash })),
      ),
    findByUrl: (tenantId, url) => store.findByUrl(tenantId, url),
    request: async ({ hash: _, ...request }) =>
      clipAnswer(await queue.requestChannelAsset(request)),
    watch: (onChange) =>
      watchChanges(
        database,
        (change) => {
          const ofAssets = changeOf(change);
          if (ofAssets) {
            onChange(ofAssets);
          }
        },
        () => onChange(undefined),
      ),
    read: async (place, options) => {
      const storage = await storages.of(place.tenantId, place.systemId);
      if (!storage) {
        throw domainError('STORED_FILE_NOT_FOUND');
      }
      return readWhole(storage, place, options);
    },
  };
}

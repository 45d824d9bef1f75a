/** The storages of tenants, kept as long as their settings stay the same. */
import { domainError, storedFileUrl } from '@interlude/contract';
import {
  createObjectStorage,
  type ObjectStorage,
  type StorageParts,
} from '@interlude/object-storage';
import { createSystemStore, type Database, type StoredSystem } from '@interlude/persistence';
import type { StoragePlace } from '../tasks/task.ts';

export interface TenantStoragesOptions extends StorageParts {
  readonly database: Database;
  /** Of the stitcher, which serves what has no address of its own. */
  readonly stitcherPublicUrl: string;
}

/** Storages that are kept; one more makes room for itself. */
const mostKept = 200;

export function createTenantStorages(options: TenantStoragesOptions) {
  const { database, stitcherPublicUrl, egress, dataFolder } = options;
  const systems = createSystemStore(database);
  const kept = new Map<string, { updatedAt: string; storage: ObjectStorage }>();

  const storageOf = ({ id, type, settings, updatedAt }: StoredSystem): ObjectStorage => {
    const known = kept.get(id);
    if (known?.updatedAt === updatedAt) return known.storage;
    const storage = createObjectStorage({ type, settings }, { egress, dataFolder });
    if (kept.size >= mostKept) kept.clear();
    kept.set(id, { updatedAt, storage });
    return storage;
  };

  return {
    async find(tenantId: string, systemId: string): Promise<StoragePlace> {
      const system = await systems.findStorage(tenantId, systemId);
      if (system === undefined) throw domainError('SYSTEM_NOT_FOUND');
      return {
        systemId: system.id,
        storage: storageOf(system),
        urlOf: (key) => storedFileUrl({ stitcherPublicUrl, system, key }),
      };
    },
  };
}

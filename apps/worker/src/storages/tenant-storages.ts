/** The storages of tenants. */
import { domainError, storedFileUrl } from '@interlude/contract';
import { createStorageCache, type StorageParts } from '@interlude/object-storage';
import { createSystemStore, type Database } from '@interlude/persistence';
import type { StoragePlace } from '../tasks/task.ts';

export interface TenantStoragesOptions extends StorageParts {
  readonly database: Database;
  /** Base URL of the stitcher, which serves the files of storages without a public URL. */
  readonly stitcherPublicUrl: string;
}

export function createTenantStorages(options: TenantStoragesOptions) {
  const { database, stitcherPublicUrl } = options;
  const systems = createSystemStore(database);
  const storageOf = createStorageCache(options);
  return {
    /** An empty id is the built-in local folder. @throws {DomainError} SYSTEM_NOT_FOUND, STORAGE_FAILED */
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

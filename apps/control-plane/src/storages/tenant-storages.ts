/** The storages of tenants. */
import { domainError } from '@interlude/contract';
import {
  createStorageCache,
  type ObjectStorage,
  type StorageParts,
} from '@interlude/object-storage';
import type { StoredSystem, SystemStore } from '@interlude/persistence';

export interface TenantStorage {
  readonly system: StoredSystem;
  readonly storage: ObjectStorage;
}

export interface TenantStorages {
  /**
   * By id of a storage system; the tenant's local folder when the id is empty or unknown: `system` names the one used.
   * @throws {DomainError} STORAGE_FAILED when the system cannot be used as it is configured
   */
  of(tenantId: string, systemId: string): Promise<TenantStorage>;
}

export function createTenantStorages(
  systems: Pick<SystemStore, 'findStorage'>,
  parts: StorageParts,
): TenantStorages {
  const storageOf = createStorageCache(parts);
  return {
    of: async (tenantId, systemId) => {
      const system = await systems.findStorage(tenantId, systemId);
      if (system === undefined) {
        throw domainError('STORAGE_FAILED', { storage: 'local', reason: 'this company has none' });
      }
      return { system, storage: storageOf(system) };
    },
  };
}

/** The storages of tenants, kept while nobody changes their systems. */
import { domainError } from '@interlude/contract';
import {
  createObjectStorage,
  type ObjectStorage,
  type StorageParts,
} from '@interlude/object-storage';
import type { StoredSystem, SystemStore } from '@interlude/persistence';
import type { ChangeFeed } from '../change-feed.ts';

/** Kept at most; then all are made anew, which costs a query each. */
const maxKept = 1_000;

export interface TenantStorage {
  readonly system: StoredSystem;
  readonly storage: ObjectStorage;
}

export interface TenantStorages {
  /**
   * By id of a storage system; the tenant's local folder when it is empty or unknown: `system` tells which.
   * @throws {DomainError} STORAGE_FAILED when the system cannot be used as it is configured
   */
  of(tenantId: string, systemId: string): Promise<TenantStorage>;
}

export function createTenantStorages(
  systems: Pick<SystemStore, 'findStorage'>,
  feed: Pick<ChangeFeed, 'subscribe'>,
  parts: StorageParts,
): TenantStorages {
  const kept = new Map<string, { tenantId: string; made: Promise<TenantStorage> }>();

  feed.subscribe(
    ({ kind, tenant }) => {
      if (kind !== 'systems') return;
      for (const [key, { tenantId }] of kept) if (tenantId === tenant) kept.delete(key);
    },
    () => kept.clear(),
  );

  async function make(tenantId: string, systemId: string): Promise<TenantStorage> {
    const system = await systems.findStorage(tenantId, systemId);
    if (system === undefined) {
      throw domainError('STORAGE_FAILED', { storage: 'local', reason: 'this company has none' });
    }
    return { system, storage: createObjectStorage(system, parts) };
  }

  return {
    of: (tenantId, systemId) => {
      const key = JSON.stringify([tenantId, systemId]);
      const known = kept.get(key);
      if (known !== undefined) return known.made;
      if (kept.size >= maxKept) kept.clear();
      const made = make(tenantId, systemId);
      const entry = { tenantId, made };
      kept.set(key, entry);
      made.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return made;
    },
  };
}

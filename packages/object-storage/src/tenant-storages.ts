/** The storages of tenants, one object per system, so that connections and tokens are reused. */
import type { DomainError } from '@interlude/contract/errors';
import {
  createObjectStorage,
  type StorageSystem,
  type TenantStorageParts,
} from './create-object-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

export interface CachedSystem extends StorageSystem {
  /** Id of the system's row. */
  readonly id: string;
  /** Changes with the settings; another value makes a new storage. */
  readonly updatedAt: string;
}

export interface TenantStorage<System extends CachedSystem> {
  readonly system: System;
  readonly storage: ObjectStorage;
}

export interface TenantStorages<System extends CachedSystem> {
  /**
   * Opens the storage of the system `systemId`, or the tenant's local folder when that is empty or unknown; `system` is
   * the one used.
   * @throws {DomainError} STORAGE_FAILED when the system cannot be used as it is configured; `missing`
   */
  of(tenantId: string, systemId: string): Promise<TenantStorage<System>>;
}

export interface TenantStoragesOptions<System extends CachedSystem> extends TenantStorageParts {
  /** Finds the system to use; undefined when the tenant has none. */
  readonly find: (tenantId: string, systemId: string) => Promise<System | undefined>;
  /** Error to throw when the tenant has no storage system. */
  readonly missing: () => DomainError;
}

/** Storages that are kept; one more empties the cache. */
const maxStorages = 1_000;

/**
 * Keeps one storage per system, so that its connections and access tokens are reused.
 * @returns a function from a company and its system to the storage: the same instance until `updatedAt` changes; it throws
 *   STORAGE_FAILED as `createObjectStorage` does
 * @see ADR 0021
 */
export function createStorageCache(
  parts: TenantStorageParts,
): (tenantId: string, system: CachedSystem) => ObjectStorage {
  const cached = new Map<string, { readonly updatedAt: string; readonly storage: ObjectStorage }>();
  return (tenantId, system) => {
    const known = cached.get(system.id);
    if (known?.updatedAt === system.updatedAt) return known.storage;
    const storage = createObjectStorage(system, {
      ...parts,
      egress: parts.egress.forTenant(tenantId),
    });
    if (cached.size >= maxStorages) cached.clear();
    cached.set(system.id, { updatedAt: system.updatedAt, storage });
    return storage;
  };
}

/**
 * The storages of all tenants, read from their systems at each call and kept per system.
 * @returns `of`, which resolves to a system and its storage
 * @see ADR 0021
 */
export function createTenantStorages<System extends CachedSystem>({
  find,
  missing,
  ...parts
}: TenantStoragesOptions<System>): TenantStorages<System> {
  const storageOf = createStorageCache(parts);
  return {
    of: async (tenantId, systemId) => {
      const system = await find(tenantId, systemId);
      if (system === undefined) throw missing();
      return { system, storage: storageOf(tenantId, system) };
    },
  };
}

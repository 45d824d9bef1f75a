/** Object storages by system, so that their connections and tokens are reused. */
import {
  createObjectStorage,
  type StorageParts,
  type StorageSystem,
} from './create-object-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

export interface CachedSystem extends StorageSystem {
  /** Of the system's row. */
  readonly id: string;
  /** Changes with the settings. */
  readonly updatedAt: string;
}

/** Storages that are kept; one more empties the cache. */
const maxStorages = 1_000;

/**
 * @returns the storage of a system: the same one until `updatedAt` changes
 * @throws {DomainError} STORAGE_FAILED as `createObjectStorage`
 */
export function createStorageCache(parts: StorageParts): (system: CachedSystem) => ObjectStorage {
  const cached = new Map<string, { readonly updatedAt: string; readonly storage: ObjectStorage }>();
  return (system) => {
    const known = cached.get(system.id);
    if (known?.updatedAt === system.updatedAt) return known.storage;
    const storage = createObjectStorage(system, parts);
    if (cached.size >= maxStorages) cached.clear();
    cached.set(system.id, { updatedAt: system.updatedAt, storage });
    return storage;
  };
}

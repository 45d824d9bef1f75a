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
 * Keeps one storage per system, so that its connections and access tokens are reused.
 * @returns a function from a system to its storage: the same instance until `updatedAt` changes; it throws
 *   STORAGE_FAILED as `createObjectStorage` does
 * @see ADR 0021
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

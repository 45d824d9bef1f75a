export {
  createObjectStorage,
  type StorageParts,
  type StorageSystem,
  type TenantStorageParts,
} from './create-object-storage.ts';
export { contentTypeOf, isObjectKey } from './object-key.ts';
export type {
  ObjectRange,
  ObjectStorage,
  StoredObject,
} from './object-storage.ts';
export {
  type CachedSystem,
  createTenantStorages,
  type TenantStorage,
  type TenantStorages,
  type TenantStoragesOptions,
} from './tenant-storages.ts';

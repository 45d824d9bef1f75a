export type {
  ObjectRange,
  ObjectStorage,
  StoredObject,
} from './object-storage.ts';

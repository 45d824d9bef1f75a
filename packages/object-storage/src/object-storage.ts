/**
 * Files of media behind one interface: a local folder, S3, Azure Blob. Keys are made by the server: segments of
 * letters, digits, `.`, `_` and `-`, joined by `/`; none is `.` or `..`. One behaviour suite runs against all.
 */
import type { Readable } from 'node:stream';

export interface ObjectRange {
  /** First byte. */
  readonly start: number;
  /** Last byte, included; left out = to the end. */
  readonly end?: number;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  /** Epoch ms. */
  readonly modifiedMs: number;
  readonly contentType: string;
  /**
   * Entity tag in quotes (RFC 9110 §8.8.3) of the bytes; whether rewriting equal bytes changes it depends on the
   * storage.
   */
  readonly etag: string;
}

export interface ObjectStorage {
  /** `local`, `s3`, `azure`; for messages and metrics. */
  readonly kind: 'local' | 's3' | 'azure';
  /**
   * Writes a whole object or nothing, in place of one with the same key; large ones in parts.
   * @throws {DomainError} STORAGE_FAILED, STORAGE_FULL; the signal's reason when aborted
   */
  put(
    key: string,
    body: Readable | Uint8Array,
    options: { readonly contentType: string; readonly signal?: AbortSignal },
  ): Promise<StoredObject>;
  /**
   * Reads the bytes, or those of a range; a range that ends behind the last byte is cut.
   * @throws {DomainError} STORED_FILE_NOT_FOUND; STORAGE_FAILED, also when the range begins behind the last byte
   */
  read(
    key: string,
    options?: { readonly range?: ObjectRange; readonly signal?: AbortSignal },
  ): Promise<{ readonly object: StoredObject; readonly body: Readable }>;
  /** Undefined when there is no such object. @throws {DomainError} STORAGE_FAILED */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Objects whose keys begin with a prefix, by key. @throws {DomainError} STORAGE_FAILED */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes an object; resolves also when there is none. @throws {DomainError} STORAGE_FAILED */
  remove(key: string): Promise<void>;
  /** Removes all objects below a folder (`a/b/`, never `''`); gives how many. @throws {DomainError} STORAGE_FAILED */
  removeFolder(folder: string): Promise<number>;
  /**
   * An address that lets anybody read (or write) one object until it expires; undefined when the storage
   * has none (the local folder).
   */
  presign(
    key: string,
    options: { readonly forWrite: boolean; readonly seconds: number },
  ): Promise<string | undefined>;
  /**
   * Removes the parts of writes that began before this time, epoch ms, and never ended because their worker was killed;
   * gives how many.
   * @throws {DomainError} STORAGE_FAILED
   */
  removeUnfinished(beforeMs: number): Promise<number>;
  /** Checks that the storage can be used. @throws {DomainError} STORAGE_FAILED with the reason */
  check(): Promise<void>;
}

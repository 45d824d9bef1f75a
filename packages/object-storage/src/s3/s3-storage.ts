/** Objects in a bucket of Amazon S3, or of anything that speaks its protocol (path-style addresses, SigV4). */
import type { Readable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { type Egress, readableOf } from '@interlude/runtime';
import { S3mini } from 's3mini';
import { checkByWriting, createCall } from '../call-storage.ts';
import { contentTypeOf, isObjectKey, requireFolder, requireKey } from '../object-key.ts';
import type { ObjectRange, ObjectStorage, StoredObject } from '../object-storage.ts';
import { inParallel } from '../parts.ts';
import type { Settings } from '../settings.ts';
import { createStorageFetch } from '../storage-fetch.ts';
import { isNoSuchKey, s3Failure, s3Status } from './s3-failure.ts';
import { objectOfHeaders, objectOfList, unfinishedUploads } from './s3-objects.ts';
import { s3Settings } from './s3-settings.ts';
import { writeObject } from './s3-write.ts';

const kind = 's3';
const REMOVALS_AT_ONCE = 8;
const PAGE_SIZE = 1_000;

const call = createCall(s3Failure);

class S3Storage implements ObjectStorage {
  readonly kind = kind;
  readonly #settings: ReturnType<typeof s3Settings>;
  readonly #egress: Pick<Egress, 'fetch'>;

  constructor(settings: Settings, egress: Pick<Egress, 'fetch'>) {
    this.#settings = s3Settings(settings);
    this.#egress = egress;
  }

  /** A client for each call: it takes `fetch`, which carries the signal, only when it is created. */
  #client(signal?: AbortSignal, onAnswer?: (answer: Response) => void): S3mini {
    const { address, region, accessKeyId, secretAccessKey } = this.#settings;
    const fetch = createStorageFetch(this.#egress, signal, onAnswer);
    return new S3mini({ endpoint: address, region, accessKeyId, secretAccessKey, fetch });
  }

  #path(key: string): string {
    return this.#settings.prefix + key;
  }

  async put(
    key: string,
    body: Readable | Uint8Array,
    { contentType, signal }: { readonly contentType: string; readonly signal?: AbortSignal },
  ): Promise<StoredObject> {
    requireKey(kind, key);
    signal?.throwIfAborted();
    const write = {
      client: this.#client(signal),
      cleaner: this.#client(),
      path: this.#path(key),
      contentType,
      call: <T>(work: () => Promise<T>) => call(signal, work),
    };
    await writeObject(write, body, signal);
    const written = await this.stat(key);
    if (written === undefined) throw domainError('STORED_FILE_NOT_FOUND');
    return written;
  }

  async read(
    key: string,
    options: { readonly range?: ObjectRange; readonly signal?: AbortSignal } = {},
  ): Promise<{ readonly object: StoredObject; readonly body: Readable }> {
    if (!isObjectKey(key)) throw domainError('STORED_FILE_NOT_FOUND');
    const { range, signal } = options;
    const end = range?.end === undefined ? undefined : range.end + 1;
    const answer = await call(signal, () =>
      this.#client(signal)
        .getObjectRaw(this.#path(key), range === undefined, range?.start ?? 0, end)
        .catch((error: unknown) => {
          throw isNoSuchKey(error) ? domainError('STORED_FILE_NOT_FOUND') : error;
        }),
    );
    if (range !== undefined && answer.status !== 206) {
      await answer.body?.cancel();
      const reason = 'it does not answer ranges';
      throw domainError('STORAGE_FAILED', { storage: kind, reason });
    }
    const body = readableOf(answer.body);
    return { object: objectOfHeaders(key, answer.headers), body };
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    if (!isObjectKey(key)) return undefined;
    let headers: Headers | undefined;
    const client = this.#client(undefined, (answer) => {
      headers = answer.headers;
    });
    const exists = await call(undefined, () => client.objectExists(this.#path(key)));
    return exists === true && headers !== undefined ? objectOfHeaders(key, headers) : undefined;
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const client = this.#client();
    const path = this.#path(prefix);
    let token: string | undefined;
    do {
      const page = await call(undefined, () =>
        client.listObjectsPaged('/', path, PAGE_SIZE, token),
      );
      if (page === null || page === undefined) {
        const reason = 'there is no such bucket';
        throw domainError('STORAGE_FAILED', { storage: kind, reason });
      }
      for (const listed of page.objects ?? []) {
        const key = listed.Key.slice(this.#settings.prefix.length);
        if (isObjectKey(key)) yield objectOfList(key, listed, contentTypeOf(key));
      }
      token = page.nextContinuationToken;
    } while (token !== undefined);
  }

  async remove(key: string): Promise<void> {
    requireKey(kind, key);
    await call(undefined, () => this.#delete(key));
  }

  async #delete(key: string): Promise<void> {
    await this.#client()
      .deleteObject(this.#path(key))
      .catch((error: unknown) => {
        if (s3Status(error) !== 404) throw error;
      });
  }

  async removeFolder(folder: string): Promise<number> {
    requireFolder(kind, folder);
    let removed = 0;
    await inParallel(this.list(folder), REMOVALS_AT_ONCE, async ({ key }) => {
      await call(undefined, () => this.#delete(key));
      removed += 1;
    });
    return removed;
  }

  async presign(key: string, options: { readonly forWrite: boolean; readonly seconds: number }) {
    requireKey(kind, key);
    const method = options.forWrite ? 'PUT' : 'GET';
    const path = this.#path(key);
    return call(undefined, () => this.#client().getPresignedUrl(method, path, options.seconds));
  }

  async removeUnfinished(beforeMs: number): Promise<number> {
    const client = this.#client();
    const { prefix } = this.#settings;
    const options = prefix === '' ? {} : { prefix };
    const answer = await call(undefined, () =>
      client.listMultipartUploads('/', prefix, 'GET', options),
    );
    const old = unfinishedUploads(answer).filter(
      ({ key, begunMs }) => key.startsWith(prefix) && begunMs < beforeMs,
    );
    for (const { key, uploadId } of old) {
      await call(undefined, () => client.abortMultipartUpload(key, uploadId));
    }
    return old.length;
  }

  check(): Promise<void> {
    return checkByWriting(this);
  }
}

/** @throws {DomainError} STORAGE_FAILED when a setting is missing */
export function createS3Storage(settings: Settings, egress: Pick<Egress, 'fetch'>): ObjectStorage {
  return new S3Storage(settings, egress);
}

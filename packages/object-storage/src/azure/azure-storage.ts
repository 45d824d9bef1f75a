/** Objects in a container of Azure Blob Storage: block blobs, by storage key or by Entra ID. */
import { Readable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { checkByWriting, createCall } from '../call-storage.ts';
import { contentTypeOf, isObjectKey, requireFolder, requireKey } from '../object-key.ts';
import type { ObjectRange, ObjectStorage, StoredObject } from '../object-storage.ts';
import { inParallel, partsOf } from '../parts.ts';
import type { Settings } from '../settings.ts';
import { type AzureClients, type AzureParts, createAzureClients } from './azure-client.ts';
import { azureFailure, isNoSuchBlob } from './azure-failure.ts';
import { azureSettings } from './azure-settings.ts';

const kind = 'azure';
const BLOCKS_AT_ONCE = 2;
const REMOVALS_AT_ONCE = 8;
/** How often a body that breaks off is requested again from the byte at which it ended. */
const BODY_RETRIES = 3;

const call = createCall(azureFailure);

interface Properties {
  readonly contentLength?: number | undefined;
  readonly contentRange?: string | undefined;
  readonly contentType?: string | undefined;
  readonly etag?: string | undefined;
  readonly lastModified?: Date | undefined;
}

/** Adds the quotes that lists leave out of entity tags. */
function quoted(etag = ''): string {
  return `"${etag.replaceAll('"', '')}"`;
}

function objectOf(key: string, properties: Properties): StoredObject {
  const total = /\/(\d+)$/.exec(properties.contentRange ?? '')?.[1];
  return {
    key,
    sizeBytes: Number(total ?? properties.contentLength ?? 0),
    modifiedMs: properties.lastModified?.getTime() ?? 0,
    contentType: properties.contentType ?? contentTypeOf(key),
    etag: quoted(properties.etag),
  };
}

/** Block ids, which a blob requires to be of one length; they sort in the order of the parts. */
function blockId(number: number): string {
  return Buffer.from(`block-${String(number).padStart(6, '0')}`).toString('base64');
}

async function* numbered(parts: AsyncIterable<Buffer>) {
  let number = 0;
  for await (const bytes of parts) {
    number += 1;
    yield { number, bytes };
  }
}

class AzureStorage implements ObjectStorage {
  readonly kind = kind;
  readonly #prefix: string;
  readonly #clients: AzureClients;

  constructor(settings: Settings, parts: AzureParts) {
    const parsed = azureSettings(settings);
    this.#prefix = parsed.prefix;
    this.#clients = createAzureClients(parsed, parts);
  }

  async #blob(key: string, signal?: AbortSignal) {
    const container = await this.#clients.container(signal);
    return container.getBlockBlobClient(this.#prefix + key);
  }

  async put(
    key: string,
    body: Readable | Uint8Array,
    { contentType, signal }: { readonly contentType: string; readonly signal?: AbortSignal },
  ): Promise<StoredObject> {
    requireKey(kind, key);
    signal?.throwIfAborted();
    const blob = await this.#blob(key, signal);
    const headers = { blobHTTPHeaders: { blobContentType: contentType } };
    const parts = partsOf(body, signal);
    const first = (await parts.next()).value ?? Buffer.alloc(0);
    const second = await parts.next();
    if (second.done === true) {
      await call(signal, () => blob.upload(first, first.length, headers));
    } else {
      const all = async function* () {
        yield first;
        yield second.value;
        yield* parts;
      };
      // A failed write need not clean up: Azure removes blocks that were never committed after a week.
      const ids: string[] = [];
      await inParallel(numbered(all()), BLOCKS_AT_ONCE, async ({ number, bytes }) => {
        ids.push(blockId(number));
        await call(signal, () => blob.stageBlock(blockId(number), bytes, bytes.length));
      });
      signal?.throwIfAborted();
      await call(signal, () => blob.commitBlockList(ids.sort(), headers));
    }
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
    const count = range?.end === undefined ? undefined : range.end - range.start + 1;
    const blob = await this.#blob(key, signal);
    const answer = await call(signal, () =>
      blob
        .download(range?.start ?? 0, count, { maxRetryRequests: BODY_RETRIES })
        .catch((error: unknown) => {
          throw isNoSuchBlob(error) ? domainError('STORED_FILE_NOT_FOUND') : error;
        }),
    );
    const { readableStreamBody: stream } = answer;
    const body =
      stream === undefined ? Readable.from([]) : Readable.from(stream, { objectMode: false });
    return { object: objectOf(key, answer), body };
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    if (!isObjectKey(key)) return undefined;
    const blob = await this.#blob(key);
    return call(undefined, async () => {
      try {
        return objectOf(key, await blob.getProperties());
      } catch (error) {
        if (isNoSuchBlob(error)) return undefined;
        throw error;
      }
    });
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const container = await this.#clients.container();
    const blobs = container.listBlobsFlat({ prefix: this.#prefix + prefix });
    for (;;) {
      const next = await call(undefined, () => blobs.next());
      if (next.done === true) return;
      const key = next.value.name.slice(this.#prefix.length);
      if (isObjectKey(key)) yield objectOf(key, next.value.properties);
    }
  }

  async remove(key: string): Promise<void> {
    requireKey(kind, key);
    const blob = await this.#blob(key);
    await call(undefined, async () => {
      await blob.delete({ deleteSnapshots: 'include' }).catch((error: unknown) => {
        if (!isNoSuchBlob(error)) throw error;
      });
    });
  }

  async removeFolder(folder: string): Promise<number> {
    requireFolder(kind, folder);
    let removed = 0;
    await inParallel(this.list(folder), REMOVALS_AT_ONCE, async ({ key }) => {
      await this.remove(key);
      removed += 1;
    });
    return removed;
  }

  async presign(key: string, options: { readonly forWrite: boolean; readonly seconds: number }) {
    requireKey(kind, key);
    const permissions = options.forWrite ? 'cw' : 'r';
    return call(undefined, () =>
      this.#clients.sign(this.#prefix + key, permissions, options.seconds),
    );
  }

  /** Azure removes uncommitted blocks itself. */
  async removeUnfinished(): Promise<number> {
    return 0;
  }

  check(): Promise<void> {
    return checkByWriting(this);
  }
}

/** @throws {DomainError} STORAGE_FAILED when a setting is missing */
export function createAzureStorage(settings: Settings, parts: AzureParts): ObjectStorage {
  return new AzureStorage(settings, parts);
}

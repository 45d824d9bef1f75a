/**
 * Serves stored files to players: packages of ads and slates, and what was uploaded. Ranges, entity tags and
 * caches as RFC 9110 and 9111 have them, readable from every page, each byte counted.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { domainError } from '@interlude/contract';
import type { ObjectStorage, StoredObject } from '@interlude/object-storage';
import type { Routes } from '../http/routes.ts';
import { askedBytes, matchesEtag } from './byte-range.ts';
import { type MediaPath, mediaPrefix, parseMediaPath } from './media-path.ts';
import type { ServedBytes } from './served-bytes.ts';
import type { TenantStorages } from './tenant-storages.ts';

export interface MediaRoutesOptions {
  readonly storages: TenantStorages;
  readonly served: Pick<ServedBytes, 'add'>;
}

/** A package lies in the folder of its job and never changes; a source may be deleted. */
const cacheControl = {
  ads: 'public, max-age=31536000, immutable',
  sources: 'public, max-age=300',
} as const;

function seconds(ms: number): number {
  return Math.floor(ms / 1_000);
}

function fileHeaders(object: StoredObject, kind: MediaPath['kind']): OutgoingHttpHeaders {
  return {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'accept-ranges, content-length, content-range, date, etag',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': cacheControl[kind],
    'content-type': object.contentType,
    etag: object.etag,
    'last-modified': new Date(object.modifiedMs).toUTCString(),
  };
}

function isUnchanged({ headers }: IncomingMessage, object: StoredObject): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return matchesEtag(tags, object.etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return seconds(object.modifiedMs) <= seconds(since);
}

/** A range is meant for the file that the client knows (RFC 9110 §13.1.5). */
function rangeHeader({ headers }: IncomingMessage, object: StoredObject): string | undefined {
  const condition = headers['if-range'];
  const known = Array.isArray(condition) ? condition[0] : condition;
  if (known === undefined || known === object.etag) {
    return headers.range;
  }
  const isSameTime = seconds(Date.parse(known)) === seconds(object.modifiedMs);
  return isSameTime ? headers.range : undefined;
}

export class MediaRoutes implements Routes {
  readonly prefixes = [mediaPrefix];
  readonly #options: MediaRoutesOptions;

  constructor(options: MediaRoutesOptions) {
    this.#options = options;
  }

  kindOf(): string {
    return 'file';
  }

  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = parseMediaPath(url);
    const storage = path && (await this.#options.storages.of(path.tenantId, path.systemId));
    const object = path && (await storage?.stat(path.key));
    if (!path || !storage || !object) {
      throw domainError('STORED_FILE_NOT_FOUND');
    }
    const headers = fileHeaders(object, path.kind);
    if (isUnchanged(request, object)) {
      response.writeHead(304, headers).end();
      return true;
    }
    await this.#answer({ path, storage, object, headers, request, response });
    return true;
  }

  async #answer(file: {
    readonly path: MediaPath;
    readonly storage: ObjectStorage;
    readonly object: StoredObject;
    readonly headers: OutgoingHttpHeaders;
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
  }): Promise<void> {
    const { path, object, headers, request, response } = file;
    const { sizeBytes } = object;
    const asked = askedBytes(rangeHeader(request, object), sizeBytes);
    if (asked.kind === 'unsatisfiable') {
      response
        .writeHead(416, {
          ...headers,
          'content-range': `bytes */${sizeBytes}`,
          'content-length': 0,
        })
        .end();
      return;
    }
    const range = asked.kind === 'part' ? asked : undefined;
    const length = range === undefined ? sizeBytes : range.end - range.start + 1;
    const partial = range && { 'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}` };
    const sent = { ...headers, ...partial, 'content-length': length };
    const status = range === undefined ? 200 : 206;
    if (request.method === 'HEAD') {
      response.writeHead(status, sent).end();
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const options = { ...(range && { range }), signal: gone.signal };
    const opened = await file.storage.read(path.key, options).catch((error: unknown) => {
      if (gone.signal.aborted) {
        return undefined;
      }
      throw error;
    });
    if (opened !== undefined) {
      response.writeHead(status, sent);
      await this.#send(path, opened.body, response);
    }
  }

  async #send(path: MediaPath, body: NodeJS.ReadableStream, response: ServerResponse) {
    const { served } = this.#options;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        served.add(path.tenantId, path.kind, chunk.length);
        callback(null, chunk);
      },
    });
    // A viewer who leaves is no failure; a storage that breaks shows in the length that is missing.
    await pipeline(body, counter, response).catch(() => response.destroy());
  }
}

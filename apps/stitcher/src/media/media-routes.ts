/**
 * Serves stored files to players: packages of ads and slates, and uploaded sources. Ranges and entity tags follow RFC
 * 9110, caching follows RFC 9111; every page may read the files (CORS), and each byte is counted.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { domainError } from '@interlude/contract/errors';
import type { ObjectRange, ObjectStorage, StoredObject } from '@interlude/object-storage';
import type { Routes } from '../http/routes.ts';
import { matchesEtag, requestedBytes } from './byte-range.ts';
import { mediaLimits } from './media-limits.ts';
import { type MediaPath, mediaPrefix, parseMediaPath } from './media-path.ts';
import type { RemoteFiles } from './remote-files.ts';
import type { ServedBytes } from './served-bytes.ts';
import type { TenantStorages } from './tenant-storages.ts';

export interface MediaRoutesOptions {
  readonly storages: TenantStorages;
  readonly served: Pick<ServedBytes, 'add'>;
  readonly remoteFiles: RemoteFiles;
}

/** A package has the folder of its job and never changes; an uploaded source may be deleted. */
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

/** `Range` counts only for the version of the file that `If-Range` names (RFC 9110 §13.1.5). */
function rangeHeader({ headers }: IncomingMessage, object: StoredObject): string | undefined {
  const condition = headers['if-range'];
  const known = Array.isArray(condition) ? condition[0] : condition;
  if (known === undefined || known === object.etag) {
    return headers.range;
  }
  const isSameTime = seconds(Date.parse(known)) === seconds(object.modifiedMs);
  return isSameTime ? headers.range : undefined;
}

interface FoundFile {
  readonly object: StoredObject;
  open(range: ObjectRange | undefined, signal: AbortSignal): Promise<Readable>;
}

interface RequestedFile extends FoundFile {
  readonly path: MediaPath;
  readonly headers: OutgoingHttpHeaders;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function* pieces(bytes: Buffer, range: ObjectRange | undefined): Generator<Buffer> {
  const end = (range?.end ?? bytes.length - 1) + 1;
  for (let at = range?.start ?? 0; at < end; at += mediaLimits.pieceBytes) {
    yield bytes.subarray(at, Math.min(end, at + mediaLimits.pieceBytes));
  }
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
    const file = path && storage && (await this.#find(path, storage));
    if (!path || !file) {
      throw domainError('STORED_FILE_NOT_FOUND');
    }
    const headers = fileHeaders(file.object, path.kind);
    if (isUnchanged(request, file.object)) {
      response.writeHead(304, headers).end();
    } else {
      await this.#answer({ path, headers, request, response, ...file });
    }
    return true;
  }

  async #find(path: MediaPath, storage: ObjectStorage): Promise<FoundFile | undefined> {
    const { key, kind, systemId } = path;
    if (storage.kind !== 'local' && kind === 'ads') {
      const kept = await this.#options.remoteFiles.find(storage, `${systemId}/${key}`, key);
      if (kept !== undefined) {
        const open = async (range: ObjectRange | undefined) =>
          Readable.from(pieces(kept.bytes, range));
        return { object: kept.object, open };
      }
    }
    const object = await storage.stat(key);
    return (
      object && {
        object,
        open: async (range, signal) =>
          (await storage.read(key, { ...(range && { range }), signal })).body,
      }
    );
  }

  async #answer(file: RequestedFile): Promise<void> {
    const { path, object, headers, request, response } = file;
    const { sizeBytes } = object;
    const requested = requestedBytes(rangeHeader(request, object), sizeBytes);
    if (requested.kind === 'unsatisfiable') {
      response
        .writeHead(416, {
          ...headers,
          'content-range': `bytes */${sizeBytes}`,
          'content-length': 0,
        })
        .end();
      return;
    }
    const range = requested.kind === 'part' ? requested : undefined;
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
    const body = await file.open(range, gone.signal).catch((error: unknown) => {
      if (gone.signal.aborted) {
        return undefined;
      }
      throw error;
    });
    if (body !== undefined) {
      response.writeHead(status, sent);
      await this.#send(path, body, response);
    }
  }

  async #send(path: MediaPath, body: Readable, response: ServerResponse) {
    const { served } = this.#options;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        served.add(path.tenantId, path.kind, chunk.length);
        callback(null, chunk);
      },
    });
    // A closed connection is no failure; after a storage failure the player sees fewer bytes than Content-Length.
    await pipeline(body, counter, response).catch(() => response.destroy());
  }
}

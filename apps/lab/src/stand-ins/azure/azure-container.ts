/** One container in memory: block blobs, uncommitted blocks, lists in pages (Blob service REST API). */
import { randomUUID } from 'node:crypto';
import { escapeText } from '../../http/escape.ts';
import { type KeptObject, keysAfter, rangedBytes } from '../kept-objects.ts';
import type { StandInAnswer, StandInRequest } from '../stand-in-server.ts';

const statusOfCode: Readonly<Record<string, number>> = {
  BlobNotFound: 404,
  ContainerNotFound: 404,
  InvalidBlockList: 400,
  InvalidRange: 416,
  ServerBusy: 503,
  UnsupportedHttpVerb: 405,
};

export function azureError(code: string, status = statusOfCode[code] ?? 403): StandInAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-ms-error-code': code },
    body: `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  };
}

export class AzureContainer {
  readonly blobs = new Map<string, KeptObject>();
  /** By name of the blob, then by id of the block. */
  readonly blocks = new Map<string, Map<string, Buffer>>();
  readonly #pageSize: number;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  answer(request: StandInRequest, name: string): StandInAnswer {
    const { method, query, headers } = request;
    if (name === '') {
      return query.get('comp') === 'list' ? this.#list(query) : azureError('UnsupportedHttpVerb');
    }
    if (method === 'PUT') return this.#put(request, name);
    const blob = this.blobs.get(name);
    if (blob === undefined) return azureError('BlobNotFound');
    if (method === 'DELETE') {
      this.blobs.delete(name);
      return { status: 202 };
    }
    if (method !== 'GET' && method !== 'HEAD') return azureError('UnsupportedHttpVerb');
    return this.#read(blob, headers['x-ms-range'] ?? headers['range']);
  }

  #put({ query, headers, body }: StandInRequest, name: string): StandInAnswer {
    const contentType = headers['x-ms-blob-content-type'] ?? 'application/octet-stream';
    if (query.get('comp') === 'block') {
      const blocks = this.blocks.get(name) ?? new Map<string, Buffer>();
      this.blocks.set(name, blocks.set(query.get('blockid') ?? '', body));
      return { status: 201 };
    }
    if (query.get('comp') === 'blocklist') return this.#commit(name, body.toString(), contentType);
    if (headers['x-ms-blob-type'] !== 'BlockBlob') return azureError('InvalidHeaderValue', 400);
    return this.#store(name, body, contentType);
  }

  #commit(name: string, xml: string, contentType: string): StandInAnswer {
    const ids = [...xml.matchAll(/<(?:Latest|Uncommitted)>([^<]*)</g)].map(([, id = '']) => id);
    const parts = ids.map((id) => this.blocks.get(name)?.get(id));
    const known = parts.filter((part) => part !== undefined);
    if (known.length !== parts.length) return azureError('InvalidBlockList');
    this.blocks.delete(name);
    return this.#store(name, Buffer.concat(known), contentType);
  }

  #store(name: string, bytes: Buffer, contentType: string): StandInAnswer {
    const etag = `"0x${randomUUID().replaceAll('-', '').slice(0, 15).toUpperCase()}"`;
    const modifiedMs = Date.now();
    this.blobs.set(name, { bytes, contentType, etag, modifiedMs });
    const headers = { etag, 'last-modified': new Date(modifiedMs).toUTCString() };
    return { status: 201, headers };
  }

  #read(blob: KeptObject, range: string | undefined): StandInAnswer {
    const found = rangedBytes(blob, range);
    if (found.status === 416) return azureError('InvalidRange');
    return {
      status: found.status,
      headers: {
        'content-type': blob.contentType,
        'x-ms-blob-type': 'BlockBlob',
        etag: blob.etag,
        'last-modified': new Date(blob.modifiedMs).toUTCString(),
        ...(found.contentRange !== undefined && { 'content-range': found.contentRange }),
      },
      body: found.bytes,
    };
  }

  #list(query: URLSearchParams): StandInAnswer {
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('marker') ?? '', 'base64url').toString();
    const names = keysAfter(this.blobs.keys(), { prefix, after });
    const shown = names.slice(0, this.#pageSize);
    const blobs = shown.map((name) => {
      const blob = this.blobs.get(name);
      const modified = new Date(blob?.modifiedMs ?? 0).toUTCString();
      return `<Blob><Name>${escapeText(name)}</Name><Properties><Last-Modified>${modified}</Last-Modified><Etag>${(blob?.etag ?? '').replaceAll('"', '')}</Etag><Content-Length>${blob?.bytes.length ?? 0}</Content-Length><Content-Type>${escapeText(blob?.contentType ?? '')}</Content-Type><BlobType>BlockBlob</BlobType></Properties></Blob>`;
    });
    const next =
      names.length > shown.length ? Buffer.from(shown.at(-1) ?? '').toString('base64url') : '';
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Prefix>${escapeText(prefix)}</Prefix><Blobs>${blobs.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
    };
  }
}

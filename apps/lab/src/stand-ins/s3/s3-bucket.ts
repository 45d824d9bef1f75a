/** One bucket in memory: objects, lists in pages, multipart uploads (Amazon S3 API reference). */
import { createHash, randomUUID } from 'node:crypto';
import { escapeText } from '../../http/escape.ts';
import { type KeptObject, keysAfter, rangedBytes } from '../kept-objects.ts';
import type { StandInAnswer, StandInRequest } from '../stand-in-server.ts';

interface Upload {
  readonly key: string;
  readonly contentType: string;
  readonly begunMs: number;
  readonly parts: Map<number, Buffer>;
}

/** All but the last part of an upload. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

const statusOfCode: Readonly<Record<string, number>> = {
  AuthorizationHeaderMalformed: 400,
  EntityTooSmall: 400,
  InvalidPart: 400,
  InvalidRange: 416,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
};

export function s3Error(code: string, status = statusOfCode[code] ?? 403): StandInAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  };
}

function xml(body: string): StandInAnswer {
  const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body.replace('>', ` ${namespace}>`)}`,
  };
}

export class S3Bucket {
  readonly objects = new Map<string, KeptObject>();
  readonly uploads = new Map<string, Upload>();
  readonly #pageSize: number;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  answer(request: StandInRequest, key: string): StandInAnswer {
    const { method, query } = request;
    if (key === '') return this.#answerBucket(request);
    const uploadId = query.get('uploadId');
    if (query.has('uploads') && method === 'POST') return this.#begin(key, request);
    if (uploadId !== null) return this.#answerUpload(request, key, uploadId);
    const known = this.objects.get(key);
    if (method === 'PUT') return this.#store(key, request.body, request.headers['content-type']);
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    if (method !== 'GET' && method !== 'HEAD') return s3Error('MethodNotAllowed');
    return known === undefined ? s3Error('NoSuchKey') : this.#read(known, request);
  }

  #answerBucket({ method, query }: StandInRequest): StandInAnswer {
    if (method === 'HEAD') return { status: 200 };
    if (method === 'GET' && query.has('uploads'))
      return this.#listUploads(query.get('prefix') ?? '');
    if (method === 'GET' && query.get('list-type') === '2') return this.#list(query);
    return s3Error('MethodNotAllowed');
  }

  #store(key: string, bytes: Buffer, contentType = 'binary/octet-stream', etag = md5(bytes)) {
    const object = { bytes, contentType, etag: `"${etag}"`, modifiedMs: Date.now() };
    this.objects.set(key, object);
    return { status: 200, headers: { etag: object.etag } };
  }

  #read(object: KeptObject, { headers }: StandInRequest): StandInAnswer {
    const found = rangedBytes(object, headers['range']);
    if (found.status === 416) return s3Error('InvalidRange');
    return {
      status: found.status,
      headers: {
        'content-type': object.contentType,
        etag: object.etag,
        'last-modified': new Date(object.modifiedMs).toUTCString(),
        ...(found.contentRange !== undefined && { 'content-range': found.contentRange }),
      },
      body: found.bytes,
    };
  }

  #list(query: URLSearchParams): StandInAnswer {
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
    const limit = Math.min(Number(query.get('max-keys') ?? 1_000), this.#pageSize);
    const keys = keysAfter(this.objects.keys(), { prefix, after });
    const shown = keys.slice(0, limit);
    const isTruncated = keys.length > shown.length;
    const contents = shown.map((key) => {
      const object = this.objects.get(key);
      const modified = new Date(object?.modifiedMs ?? 0).toISOString();
      return `<Contents><Key>${escapeText(key)}</Key><LastModified>${modified}</LastModified><ETag>${escapeText(object?.etag ?? '')}</ETag><Size>${object?.bytes.length ?? 0}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    });
    const token = Buffer.from(shown.at(-1) ?? '').toString('base64url');
    const next = isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
    return xml(
      `<ListBucketResult><Prefix>${escapeText(prefix)}</Prefix><KeyCount>${shown.length}</KeyCount><MaxKeys>${limit}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
    );
  }

  #listUploads(prefix: string): StandInAnswer {
    const uploads = [...this.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(
        ([id, { key, begunMs }]) =>
          `<Upload><Key>${escapeText(key)}</Key><UploadId>${id}</UploadId><Initiated>${new Date(begunMs).toISOString()}</Initiated></Upload>`,
      );
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`,
    );
  }

  #begin(key: string, { headers }: StandInRequest): StandInAnswer {
    const id = randomUUID();
    const contentType = headers['content-type'] ?? 'binary/octet-stream';
    this.uploads.set(id, { key, contentType, begunMs: Date.now(), parts: new Map() });
    return xml(
      `<InitiateMultipartUploadResult><Key>${escapeText(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #answerUpload(request: StandInRequest, key: string, id: string): StandInAnswer {
    const upload = this.uploads.get(id);
    if (upload === undefined || upload.key !== key) return s3Error('NoSuchUpload');
    if (request.method === 'DELETE') {
      this.uploads.delete(id);
      return { status: 204 };
    }
    if (request.method === 'PUT') {
      upload.parts.set(Number(request.query.get('partNumber')), request.body);
      return { status: 200, headers: { etag: `"${md5(request.body)}"` } };
    }
    return request.method === 'POST'
      ? this.#complete(request, upload, id)
      : s3Error('MethodNotAllowed');
  }

  #complete({ body }: StandInRequest, upload: Upload, id: string): StandInAnswer {
    const listed = [...body.toString().matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(
      ([, part = '']) => ({
        bytes: upload.parts.get(Number(/<PartNumber>(\d+)</.exec(part)?.[1])),
        etag: /<ETag>(?:"|&quot;)?([0-9a-f]+)/.exec(part)?.[1],
      }),
    );
    const parts = listed.map(({ bytes }) => bytes ?? Buffer.alloc(0));
    const isKnown = listed.every(({ bytes, etag }) => bytes !== undefined && md5(bytes) === etag);
    if (!isKnown || listed.length === 0) return s3Error('InvalidPart');
    if (parts.slice(0, -1).some((part) => part.length < MIN_PART_BYTES)) {
      return s3Error('EntityTooSmall');
    }
    const sums = Buffer.concat(parts.map((part) => Buffer.from(md5(part), 'hex')));
    const etag = `${md5(sums)}-${parts.length}`;
    this.#store(upload.key, Buffer.concat(parts), upload.contentType, etag);
    this.uploads.delete(id);
    return xml(
      `<CompleteMultipartUploadResult><Key>${escapeText(upload.key)}</Key><ETag>"${etag}"</ETag></CompleteMultipartUploadResult>`,
    );
  }
}

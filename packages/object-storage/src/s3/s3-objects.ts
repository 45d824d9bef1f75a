/** Objects as S3 describes them: in headers of an answer, or in entries of a list. */
import type { StoredObject } from '../object-storage.ts';

/** Entity tag in quotes; lists write none, or escape them. */
function quotedEtag(etag: string): string {
  return `"${etag.replaceAll('&quot;', '').replaceAll('"', '')}"`;
}

function timeOf(text: string | null): number {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** Of a whole answer or of a part of one (`Content-Range: bytes 0-4/10`). */
export function objectOfHeaders(key: string, headers: Headers): StoredObject {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return {
    key,
    sizeBytes: Number(total ?? headers.get('content-length') ?? 0),
    modifiedMs: timeOf(headers.get('last-modified')),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    etag: quotedEtag(headers.get('etag') ?? ''),
  };
}

export interface ListedObject {
  readonly Key: string;
  readonly Size: number;
  readonly LastModified: Date;
  readonly ETag: string;
}

export function objectOfList(key: string, listed: ListedObject, contentType: string): StoredObject {
  return {
    key,
    sizeBytes: listed.Size,
    modifiedMs: listed.LastModified.getTime(),
    contentType,
    etag: quotedEtag(listed.ETag),
  };
}

export interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string;
  /** Epoch ms. */
  readonly begunMs: number;
}

function textIn(entry: object, name: string): string {
  const value: unknown = Object.entries(entry).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function child(value: unknown, name: string): unknown {
  return isObject(value) ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

/** The entries of a list of multipart uploads, with or without the root element that the client may keep. */
export function unfinishedUploads(answer: unknown): UnfinishedUpload[] {
  const uploads = child(child(answer, 'ListMultipartUploadsResult') ?? answer, 'Upload');
  return [uploads]
    .flat()
    .filter(isObject)
    .map((entry) => ({
      key: textIn(entry, 'Key'),
      uploadId: textIn(entry, 'UploadId'),
      begunMs: timeOf(textIn(entry, 'Initiated')),
    }))
    .filter(({ uploadId }) => uploadId !== '');
}

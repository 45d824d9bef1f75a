/** Checks object keys: the server makes them, but addresses of media, which contain keys, come from outside. */
import { domainError } from '@interlude/contract/errors';
import type { ObjectStorage } from './object-storage.ts';

/** Bytes; S3 and Azure allow 1,024 including a prefix. */
const MAX_KEY_LENGTH = 800;
/** Bytes of one name in the file systems we know. */
const MAX_SEGMENT_LENGTH = 200;

function isSegment(segment: string): boolean {
  const isPlain = /^[A-Za-z0-9._-]+$/.test(segment) && segment.length <= MAX_SEGMENT_LENGTH;
  return isPlain && segment !== '.' && segment !== '..';
}

/**
 * @returns whether a text is an object key: `a/b-1/c.m4s`, path segments of letters, digits, `.`, `_` and `-`; not
 *   empty, `.` or `..`
 * @see ADR 0021
 */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && key.split('/').every(isSegment);
}

/** @throws {DomainError} STORAGE_FAILED */
export function requireKey(kind: ObjectStorage['kind'], key: string): void {
  if (isObjectKey(key)) return;
  throw domainError('STORAGE_FAILED', { storage: kind, reason: 'this is no name of a file' });
}

/** `a/b/`; the empty folder, which is everything, is none. @throws {DomainError} STORAGE_FAILED */
export function requireFolder(kind: ObjectStorage['kind'], folder: string): void {
  if (folder.endsWith('/') && isObjectKey(folder.slice(0, -1))) return;
  throw domainError('STORAGE_FAILED', { storage: kind, reason: 'this is no name of a folder' });
}

const contentTypes: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  cmfa: 'audio/mp4',
  cmfv: 'video/mp4',
  jpg: 'image/jpeg',
  json: 'application/json',
  m3u8: 'application/vnd.apple.mpegurl',
  m4a: 'audio/mp4',
  m4s: 'video/iso.segment',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  mpd: 'application/dash+xml',
  png: 'image/png',
  ts: 'video/mp2t',
  vtt: 'text/vtt',
};

/**
 * @returns media type by the extension of a key; `application/octet-stream` for unknown extensions
 * @see RFC 8216 §4 (playlists), ISO/IEC 23009-1 Annex C (MPDs)
 */
export function contentTypeOf(key: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(contentTypes, extension)
    ? (contentTypes[extension] ?? '')
    : 'application/octet-stream';
}

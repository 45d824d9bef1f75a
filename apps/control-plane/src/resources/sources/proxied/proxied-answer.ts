/** The answer of a source as the player gets it: manifests rewritten, everything else unchanged. */
import { Readable } from 'node:stream';
import { mediaKind, sourceKind } from '@interlude/conditioning';
import { domainError } from '@interlude/contract/errors';
import type { EgressStream } from '@interlude/runtime';
import type { Address } from './proxied-address.ts';
import { rewriteMpd, rewritePlaylist } from './rewrite-manifests.ts';

const manifestBytes = 8 * 1024 * 1024;
/** Leading bytes that distinguish a manifest from a segment, after a byte order mark and a few comments. */
const headBytes = 256;

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | string;
}

/** Served from the console's origin: never with a type that a browser renders as a page. */
const playableType =
  /^(?:video|audio)\/[\w.+-]+$|^(?:text\/vtt|application\/(?:mp4|octet-stream|ttml\+xml|dash\+xml|vnd\.apple\.mpegurl)|image\/(?:jpeg|png|webp))$/i;

function mediaHeaders(headers: EgressStream['headers']): Record<string, string> {
  const reported = (headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? '';
  const kept = ['content-length', 'content-range', 'accept-ranges', 'last-modified', 'etag'];
  return {
    ...Object.fromEntries(
      kept.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
    'content-type': playableType.test(reported) ? reported : 'application/octet-stream',
  };
}

interface Begun {
  readonly head: Buffer;
  readonly rest: AsyncIterator<unknown>;
  readonly ended: boolean;
}

async function begin(body: Readable): Promise<Begun> {
  const rest = body[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await rest.next();
    if (next.done) return { head, rest, ended: true };
    const chunk: unknown = next.value;
    if (Buffer.isBuffer(chunk)) head = Buffer.concat([head, chunk]);
  }
  return { head, rest, ended: false };
}

async function* whole({ head, rest, ended }: Begun): AsyncGenerator<Buffer> {
  yield head;
  if (ended) return;
  try {
    for (;;) {
      const next = await rest.next();
      if (next.done) return;
      const chunk: unknown = next.value;
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } finally {
    await rest.return?.();
  }
}

/** First letters of a playlist or of XML. */
function mayBeManifest(head: Buffer): boolean {
  if (mediaKind(head) !== undefined) return false;
  return /^[#<]/.test(head.toString('latin1').replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, ''));
}

async function readText(begun: Begun, host: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of whole(begun)) {
    length += chunk.length;
    if (length > manifestBytes) {
      throw domainError('FETCH_TOO_LARGE', { host, limitBytes: manifestBytes });
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function rewritten(bytes: Buffer, url: string, address: Address): ProxiedAnswer | undefined {
  const text = bytes.toString('utf8');
  const kind = sourceKind(text);
  if (kind === 'dash') {
    const headers = { 'content-type': 'application/dash+xml' };
    return { status: 200, headers, body: rewriteMpd(text, url, address) };
  }
  if (kind !== 'hls-media' && kind !== 'hls-multivariant') return undefined;
  const headers = { 'content-type': 'application/vnd.apple.mpegurl' };
  return { status: 200, headers, body: rewritePlaylist(text, url, address) };
}

/**
 * @param requested the source address of the request, before redirects
 * @returns status, headers and body; manifests have their addresses rewritten to this proxy
 * @throws {DomainError} FETCH_STATUS, FETCH_TOO_LARGE, and the errors of reading
 */
export async function proxiedAnswer(
  answer: EgressStream,
  requested: string,
  address: Address,
): Promise<ProxiedAnswer> {
  const { status, url, body } = answer;
  const { host } = new URL(url);
  if (status !== 200 && status !== 206) throw domainError('FETCH_STATUS', { host, status });
  const begun = await begin(body);
  const isPart = status === 206;
  if (isPart || !mayBeManifest(begun.head)) {
    return { status, headers: mediaHeaders(answer.headers), body: Readable.from(whole(begun)) };
  }
  const bytes = await readText(begun, host);
  const manifest = rewritten(bytes, url, address);
  if (manifest === undefined) {
    return { status, headers: mediaHeaders(answer.headers), body: Readable.from([bytes]) };
  }
  // A player resolves relative URLs of an MPD against the address of the answer (RFC 3986 §5.1.3).
  const isElsewhere =
    manifest.headers['content-type'] === 'application/dash+xml' && url !== requested;
  return isElsewhere ? { status: 302, headers: { location: address(url) }, body: '' } : manifest;
}

/** The web's `fetch` over the guarded stream, for storage clients that accept one. */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { domainError } from '@interlude/contract/errors';
import type { Egress, EgressStreamRequest } from './egress-types.ts';
import type { Method } from './redirect.ts';

const limits = {
  headersTimeoutMs: 120_000,
  idleTimeoutMs: 60_000,
  /** More than any object that we keep. */
  maxBytes: 64 * 1024 ** 3,
};
const MAX_REQUEST_BYTES = 64 * 1024 ** 2;

/** Answers that have no body (Fetch standard, "null body status"). */
const bodiless = new Set([101, 103, 204, 205, 304]);
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']);

function isMethod(name: string): name is Method {
  return methods.has(name);
}

async function bodyOf(request: Request): Promise<Uint8Array | undefined> {
  if (request.body === null) return undefined;
  const { host } = new URL(request.url);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > MAX_REQUEST_BYTES) {
      throw domainError('FETCH_FAILED', { host, reason: 'the body of the request is too large' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function toStreamRequest(request: Request): Promise<EgressStreamRequest> {
  const { url, redirect, signal } = request;
  const method = request.method.toUpperCase();
  if (!isMethod(method)) {
    const reason = `the method ${method} is not sent`;
    throw domainError('FETCH_FAILED', { host: new URL(url).host, reason });
  }
  const body = await bodyOf(request);
  return {
    ...limits,
    url,
    method,
    headers: Object.fromEntries(request.headers),
    ...(body !== undefined && { body }),
    ...(redirect !== 'follow' && { maxRedirects: 0 }),
    signal,
  };
}

export function createFetch(stream: Egress['stream']): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const answer = await stream(await toStreamRequest(request));
    const hasBody = request.method !== 'HEAD' && !bodiless.has(answer.status);
    if (!hasBody) answer.body.resume();
    return new Response(hasBody ? webStreamOf(answer.body) : null, {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

// The types of a browser's `ReadableStream` and of Node's differ; the objects are the same.

/** The body of an answer of `fetch`; empty where there is none. */
export function readableOf(body: Response['body']): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body as unknown as NodeWebStream);
}

/** A stream as the body of a `Response`. */
function webStreamOf(stream: Readable): Response['body'] {
  return Readable.toWeb(stream) as unknown as Response['body'];
}

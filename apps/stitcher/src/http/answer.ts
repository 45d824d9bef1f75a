/** Answers of the data plane: buffers with a length, CORS for every player, errors as the catalogue has them. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { DomainError, domainError } from '@interlude/contract/errors';
import { acceptsGzip, gzipFromBytes, gzipped } from './compression.ts';

export const contentTypes = {
  hls: 'application/vnd.apple.mpegurl',
  webVtt: 'text/vtt; charset=utf-8',
  dash: 'application/dash+xml',
  dashPatch: 'application/dash-patch+xml',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const;

const exposed = { 'access-control-expose-headers': 'content-length, date, location' } as const;
const everybody = { 'access-control-allow-origin': '*' } as const;

/** No cache may store an answer of one viewer (rule H34). */
const personal = { ...everybody, ...exposed, 'cache-control': 'no-store' } as const;
/** For an origin that `createAllowCredentials` has named. */
const personalWithCredentials = { ...exposed, 'cache-control': 'no-store' } as const;

const allowsCredentials = (response: ServerResponse) =>
  response.hasHeader('access-control-allow-credentials');

const personalHeaders = (response: ServerResponse) =>
  allowsCredentials(response) ? personalWithCredentials : personal;

function write(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: Buffer,
): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The Vary header with this header of the request, on which the answer depends, too. */
function varyBy(response: ServerResponse, name: string): string {
  const known = response.getHeader('vary');
  return known === undefined ? name : `${String(known)}, ${name}`;
}

async function sendCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  body: Buffer,
): Promise<void> {
  const smaller = acceptsGzip(request) ? await gzipped(body) : undefined;
  const encoding = smaller && { 'content-encoding': 'gzip' };
  write(request, response, 200, { ...headers, ...encoding }, smaller ?? body);
}

export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  contentType: string,
  body: Buffer,
): void {
  const headers = { ...personalHeaders(response), 'content-type': contentType };
  if (body.length < gzipFromBytes) {
    write(request, response, 200, headers, body);
    return;
  }
  const vary = varyBy(response, 'accept-encoding');
  sendCompressed(request, response, { ...headers, vary }, body).catch(() => response.destroy());
}

const empty = Buffer.alloc(0);

export function sendRedirect(
  request: IncomingMessage,
  response: ServerResponse,
  location: string,
): void {
  write(request, response, 302, { ...personalHeaders(response), location }, empty);
}

/** Answers 204: the body of the request was taken, and the answer has none. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(204, personalHeaders(response));
  response.end();
}

const usualHeaders = 'content-type, range, api-key, x-api-key';
const maxRequestedHeadersChars = 1_000;

export function sendPreflight(request: IncomingMessage, response: ServerResponse): void {
  const requested = request.headers['access-control-request-headers'];
  response.writeHead(204, {
    ...(allowsCredentials(response) ? exposed : { ...everybody, ...exposed }),
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers':
      requested !== undefined && requested.length <= maxRequestedHeadersChars
        ? requested
        : usualHeaders,
    'access-control-max-age': '86400',
  });
  response.end();
}

export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = error instanceof DomainError ? error : domainError('INTERNAL', {}, error);
  const body = Buffer.from(JSON.stringify(known.toBody()));
  const again = known.status >= 502 || known.status === 429;
  const headers: OutgoingHttpHeaders = {
    ...personalHeaders(response),
    ...(again && { 'retry-after': '2' }),
    // The unread rest of a body would be taken for the next request of the connection.
    ...(request.method !== 'GET' && request.method !== 'HEAD' && { connection: 'close' }),
    'content-type': contentTypes.json,
  };
  write(request, response, known.status, headers, body);
}

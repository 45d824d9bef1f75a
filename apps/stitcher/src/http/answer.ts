/** Answers of the data plane: buffers with a length, CORS for every player, errors as the catalogue has them. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { DomainError, domainError } from '@interlude/contract';

export const contentTypes = {
  hls: 'application/vnd.apple.mpegurl',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, date, location',
} as const;

/** Personal answers are kept by nobody (rule H34). */
const personal = { ...cors, 'cache-control': 'no-store' } as const;

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

export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  contentType: string,
  body: Buffer,
): void {
  write(request, response, 200, { ...personal, 'content-type': contentType }, body);
}

const empty = Buffer.alloc(0);

export function sendRedirect(
  request: IncomingMessage,
  response: ServerResponse,
  location: string,
): void {
  write(request, response, 302, { ...personal, location }, empty);
}

export function sendPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    ...cors,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers':
      request.headers['access-control-request-headers'] ?? 'content-type, range, api-key',
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
  const retry: OutgoingHttpHeaders = known.status >= 502 ? { 'retry-after': '2' } : {};
  const headers = { ...personal, ...retry, 'content-type': contentTypes.json };
  write(request, response, known.status, headers, body);
}

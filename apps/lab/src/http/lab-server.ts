/** The lab's HTTP server: finds the handler, writes the answer, turns errors into the platform's error body. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { Health, Logger } from '@interlude/runtime';
import {
  contentTypes,
  type Handler,
  json,
  type LabAnswer,
  type LabRequest,
} from './lab-request.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;
/** Seconds after which a client may request media again that are being made. */
const RETRY_AFTER_SECONDS = 3;

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'Date, Content-Length, Retry-After',
};
/** Pages load nothing from elsewhere and run no script but the page's own file. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export interface LabServerOptions {
  readonly handlers: readonly Handler[];
  readonly health: Health;
  readonly logger: Logger;
  readonly onAnswer?: (firstPart: string, status: number) => void;
}

export function createLabServer(options: LabServerOptions): Server {
  return createServer((request, response) => {
    serve(options, request, response).catch((error: unknown) => {
      options.logger.error({ error }, 'the lab could not answer');
      response.destroy();
    });
  });
}

async function serve(
  options: LabServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await options.health.handle(request, response)) return;
  const isHead = request.method === 'HEAD';
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...corsHeaders, 'access-control-allow-methods': 'GET, HEAD' }).end();
    return;
  }
  let found: LabAnswer;
  let first = '';
  try {
    const read = readRequest(request);
    first = read.parts[0] ?? '';
    refuseForeignPages(read);
    found = await firstAnswer(options.handlers, read);
  } catch (error) {
    found = errorAnswer(error, options.logger);
  }
  options.onAnswer?.(first, found.status);
  if (found.delayMs !== undefined) await pause(found.delayMs, response);
  if (response.destroyed) return;
  if (found.misbehave !== undefined) found.misbehave(response);
  else write(response, found, isHead);
}

async function firstAnswer(handlers: readonly Handler[], request: LabRequest): Promise<LabAnswer> {
  for (const handler of handlers) {
    const found = await handler(request);
    if (found !== undefined) return found;
  }
  const path = `/${request.parts.join('/')}`;
  throw domainError('ROUTE_NOT_FOUND', { method: request.method, path });
}

function readRequest(request: IncomingMessage): LabRequest {
  const url = parseUrl(request.url ?? '/');
  return {
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
    parts: url.pathname.split('/').filter(Boolean).map(decodePart),
    query: url.searchParams,
    search: url.search,
    headers: request.headers,
    body: () => readBody(request),
  };
}

function parseUrl(path: string): URL {
  try {
    return new URL(path, 'http://lab');
  } catch (error) {
    throw domainError('REQUEST_INVALID', { reason: 'the path is no address' }, error);
  }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > BODY_LIMIT_BYTES) throw domainError('BODY_TOO_LARGE', { limit: BODY_LIMIT_BYTES });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A page of another site must not switch faults or clear the recorder behind a user's back. */
function refuseForeignPages(request: LabRequest): void {
  if (request.method === 'GET' || request.parts[0] === 'beacon') return;
  const { origin, host } = request.headers;
  if (typeof origin !== 'string') return;
  if (origin === `http://${String(host)}`) return;
  throw domainError('ACTION_NOT_PERMITTED');
}

function errorAnswer(error: unknown, logger: Logger): LabAnswer {
  if (!(error instanceof DomainError)) {
    logger.error({ error }, 'a request to the lab failed');
    return errorAnswer(domainError('INTERNAL', {}, error), logger);
  }
  const isWaiting = error.code === 'MEDIA_NOT_READY';
  return {
    ...json(error.toBody(), error.status),
    ...(isWaiting && { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } }),
  };
}

function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function write(response: ServerResponse, found: LabAnswer, isHead: boolean): void {
  const age = found.maxAgeSeconds ?? 0;
  const headers: OutgoingHttpHeaders = {
    ...corsHeaders,
    'content-type': found.type,
    'content-length': Buffer.byteLength(found.body),
    'cache-control': age > 0 ? `max-age=${age}` : 'no-store',
    'x-content-type-options': 'nosniff',
    ...(found.type === contentTypes.html && {
      'content-security-policy': pagePolicy,
      // Not no-referrer: a form would then be sent with the origin "null", which is refused.
      'referrer-policy': 'same-origin',
    }),
    ...found.headers,
  };
  response.writeHead(found.status, headers);
  response.end(isHead ? undefined : found.body);
}

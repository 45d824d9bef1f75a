/** Limits of a client before authentication (SEC-S12): time, header bytes, connections. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';

export const maxHeaderBytes = 16 * 1024;
/** Milliseconds. */
export const requestLimits = {
  /** Until all headers are received, against slowloris. */
  headersTimeoutMs: 10_000,
  /** From the headers to the end of the request. */
  requestTimeoutMs: 30_000,
  /** Interval of the checks of connections: a slow one ends up to this much later than its limit. */
  checkEveryMs: 2_000,
};
/** Of an upload: idle, and in total. */
const uploadIdleMs = 60_000;
const uploadTimeoutMs = 4 * 3_600_000;
const keepAliveMs = 65_000;

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** node:http has one limit for all requests without exceptions; this one applies per request. */
function limitBody(request: IncomingMessage, response: ServerResponse, limitMs: number): void {
  clearTimeout(bodyTimers.get(request));
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) response.writeHead(408, { connection: 'close' }).end();
    request.socket.destroySoon();
  }, limitMs);
  timer.unref();
  bodyTimers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** For the upload of an authenticated user: it may take hours, but not be idle for long. */
export function allowLongBody(request: IncomingMessage, response: ServerResponse): void {
  limitBody(request, response, uploadTimeoutMs);
  request.socket.setTimeout(uploadIdleMs);
}

/** RFC 9112 §6.3: a request without these has no body to wait for. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

export function createLimitedServer(
  listener: RequestListener,
  { headersTimeoutMs, requestTimeoutMs, checkEveryMs } = requestLimits,
): Server {
  return createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkEveryMs,
      insecureHTTPParser: false,
    },
    (request, response) => {
      if (hasBody(request)) limitBody(request, response, requestTimeoutMs);
      listener(request, response);
    },
  );
}

/**
 * The data plane on node:http. The fast path of the routes comes first (a media playlist of a known
 * session: its address is taken apart by hand, nothing is awaited, bytes are written).
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import { sendError, sendPreflight } from './answer.ts';
import type { AllowCredentials } from './credentials.ts';
import { pathEnd } from './path.ts';
import type { Routes } from './routes.ts';

export interface StitcherServerOptions {
  /** In the order in which they are tried. */
  readonly routes: readonly Routes[];
  /** Health and metrics; false for any other address. */
  readonly handleHealth: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly allowCredentials: AllowCredentials;
  readonly logger: Logger;
  readonly onAnswer: (kind: string, status: number) => void;
}

/** A client that sends or reads one byte now and then must not hold a connection for long. */
export const clientLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  checkConnectionsEveryMs: 5_000,
  /** Neither side has sent anything. */
  silenceMs: 120_000,
  keepAliveMs: 65_000,
  /** Request line and headers. */
  maxHeaderBytes: 16_384,
};

const shownPathChars = 200;

function routeNotFound(method: string | undefined, url: string): Error {
  const path = url.slice(0, Math.min(pathEnd(url), shownPathChars));
  return domainError('ROUTE_NOT_FOUND', { method, path });
}

const isReading = (method: string | undefined) => method === 'GET' || method === 'HEAD';

/** Answers one request; never throws. */
function createListener(options: StitcherServerOptions): RequestListener {
  const { handleHealth, allowCredentials, logger, onAnswer } = options;
  const entries = options.routes.flatMap((routes) =>
    routes.prefixes.map((prefix) => ({ prefix, routes })),
  );
  const fastPaths = entries.filter(({ routes }) => routes.handleNow !== undefined);

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    sendError(request, response, error);
    if (response.statusCode === 500) {
      logger.error({ error }, 'a request of a viewer failed');
    }
  }

  /** True when the routes have answered; an error is an answer. */
  async function answered(
    routes: Routes,
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    try {
      if (!(await routes.handle(url, request, response))) {
        return false;
      }
    } catch (error) {
      fail(request, response, error);
    }
    onAnswer(routes.kindOf(url), response.statusCode);
    return true;
  }

  async function answerSlowly(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { method } = request;
    for (const { prefix, routes } of entries) {
      const isMeant =
        url.startsWith(prefix) && (isReading(method) || routes.methods?.includes(method ?? ''));
      if (isMeant && (await answered(routes, url, request, response))) {
        return;
      }
    }
    try {
      if (!isReading(method) || !(await handleHealth(request, response))) {
        throw routeNotFound(method, url);
      }
    } catch (error) {
      fail(request, response, error);
      onAnswer('other', response.statusCode);
    }
  }

  /** True when the fast path of some routes has answered; an error is an answer. */
  function answeredNow(url: string, request: IncomingMessage, response: ServerResponse): boolean {
    for (const { prefix, routes } of fastPaths) {
      if (!url.startsWith(prefix)) {
        continue;
      }
      try {
        if (routes.handleNow?.(url, request, response)) {
          return true;
        }
      } catch (error) {
        fail(request, response, error);
        onAnswer(routes.kindOf(url), response.statusCode);
        return true;
      }
    }
    return false;
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '/' } = request;
    allowCredentials(url, request, response);
    if (method === 'OPTIONS') {
      sendPreflight(request, response);
    } else if (!(isReading(method) && answeredNow(url, request, response))) {
      void answerSlowly(url, request, response);
    }
  }

  return answer;
}

export function createStitcherServer(
  options: StitcherServerOptions,
  limits = clientLimits,
): Server {
  const server = createServer(
    {
      connectionsCheckingInterval: limits.checkConnectionsEveryMs,
      keepAliveTimeout: limits.keepAliveMs,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
    },
    createListener(options),
  );
  server.timeout = limits.silenceMs;
  return server;
}

/** Resolves when no connection is open; those in use are cut after 2 s. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}

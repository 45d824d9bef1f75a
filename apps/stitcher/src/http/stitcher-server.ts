/**
 * The data plane on node:http. A media playlist of a known session takes the short way: its address is
 * taken apart by hand, nothing is awaited, bytes are written.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { domainError } from '@interlude/contract';
import type { Logger } from '@interlude/runtime';
import type { HlsRoutes } from '../hls/hls-routes.ts';
import { contentTypes, sendBody, sendError, sendPreflight } from './answer.ts';
import { type HlsPath, parseHlsPath, pathEnd } from './path.ts';

export interface StitcherServerOptions {
  readonly routes: HlsRoutes;
  /** Health and metrics; false for any other address. */
  readonly handleHealth: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly logger: Logger;
  readonly onAnswer: (kind: string, status: number) => void;
  /** A media playlist was answered on the short way. */
  readonly onMedia: () => void;
}

const limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveMs: 65_000,
  maxHeaderBytes: 16_384,
} as const;

export function createStitcherServer(options: StitcherServerOptions): Server {
  const { routes, handleHealth, logger, onAnswer, onMedia } = options;

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    sendError(request, response, error);
    if (response.statusCode === 500) {
      logger.error({ error }, 'a request of a viewer failed');
    }
  }

  async function answerSlowly(
    path: HlsPath,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      await routes.handle(path, request, response);
    } catch (error) {
      fail(request, response, error);
    }
    onAnswer(path.kind, response.statusCode);
  }

  /** Synchronous when the session, its source and its plan are here, which is nearly always. */
  function answerHls(path: HlsPath, request: IncomingMessage, response: ServerResponse): void {
    if (path.kind === 'media') {
      try {
        const body = routes.mediaNow(path);
        if (body) {
          sendBody(request, response, contentTypes.hls, body);
          onMedia();
          return;
        }
      } catch (error) {
        fail(request, response, error);
        onAnswer('media', response.statusCode);
        return;
      }
    }
    void answerSlowly(path, request, response);
  }

  async function answerOther(
    url: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const isDash = url.startsWith('/dash/');
      if (isDash && (await routes.handleDash(url, request, response))) {
        onAnswer('dash', response.statusCode);
      } else if (!(await handleHealth(request, response))) {
        const path = url.slice(0, Math.min(pathEnd(url), 200));
        throw domainError('ROUTE_NOT_FOUND', { method: request.method, path });
      }
    } catch (error) {
      fail(request, response, error);
      onAnswer('other', response.statusCode);
    }
  }

  const server = createServer(
    {
      keepAliveTimeout: limits.keepAliveMs,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
    },
    (request, response) => {
      const { method, url = '/' } = request;
      if (method === 'OPTIONS') {
        sendPreflight(request, response);
        return;
      }
      if (method !== 'GET' && method !== 'HEAD') {
        const path = url.slice(0, Math.min(pathEnd(url), 200));
        sendError(request, response, domainError('ROUTE_NOT_FOUND', { method, path }));
        return;
      }
      const path = parseHlsPath(url);
      if (path) {
        answerHls(path, request, response);
      } else {
        void answerOther(url, request, response);
      }
    },
  );
  return server;
}

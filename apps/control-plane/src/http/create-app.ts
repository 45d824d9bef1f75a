/** The Fastify instance with the settings of all routes: limits, headers, errors, request ids. */
import type { RequestListener, Server } from 'node:http';
import { createClientAddresses, type Logger, newId } from '@interlude/runtime';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ControlPlaneEvents } from '../events.ts';
import { refuseBrokenRequest } from './broken-requests.ts';
import { keepClientAddress } from './client-address.ts';
import { mapErrors, sendError } from './error-mapper.ts';
import { maxBodyBytes, parseJsonBody } from './json-body.ts';
import { addSecurityHeaders } from './security-headers.ts';

export interface AppOptions {
  readonly publicUrl: string;
  /** Addresses, CIDR ranges, or `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[];
  readonly logger: Logger;
  readonly events: ControlPlaneEvents;
  readonly server: Server;
  /** Receives the request listener. */
  readonly onListener: (listener: RequestListener) => void;
}

export function createApp(options: AppOptions): FastifyInstance {
  const { publicUrl, events, server } = options;
  const loggerInstance: FastifyBaseLogger = options.logger;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength: 400 },
    // Errors before a route is found, e.g. an address that is not UTF-8.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: refuseBrokenRequest,
    // Only these proxies may declare the client's address.
    trustProxy: createClientAddresses(options.trustedProxies).isTrusted,
    serverFactory: (handler) => {
      options.onListener(handler);
      return server;
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(String(body)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  mapErrors(app);
  keepClientAddress(app);
  addSecurityHeaders(app, publicUrl);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    events.answered(route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  return app;
}

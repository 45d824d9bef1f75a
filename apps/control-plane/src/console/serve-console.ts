/**
 * All paths without a route: a file of the console, the console's page for the paths of its router, its 404 page with
 * status 404 for other paths, and the error body for API clients.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeNotFound } from '../http/error-mapper.ts';
import { consolePolicy } from '../http/security-headers.ts';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';

/** Paths of the console's router; it handles unknown paths below `/app` itself. */
const consolePaths =
  /^\/(login|shared|register|verify-email|forgot-password|reset-password|accept-invitation|signed-in|silent|app(\/.*)?)?\/?$/;
/** Pages with an HTML file of their own, which names all files of a first visit; the first that fits. */
const pageFiles: readonly (readonly [RegExp, string])[] = [
  [/^\/login\/?$/, '/login.html'],
  [/^\/app(\/dashboard)?\/?$/, '/dashboard.html'],
  [/^\/app\/reports\/?$/, '/reports.html'],
  [/^\/app\/ad-insertion\/channels\/?$/, '/channels.html'],
  [/^\/app\/ad-insertion\/channels\/[^/]+\/?$/, '/channel.html'],
  [/^\/app\//, '/app.html'],
];
/** The page of a card that is opened by its link. */
const sharedPath = /^\/shared\/?$/;
const serverPaths = /^\/(api|oidc|oidc-ui|openapi|health|metrics)(\/|\.|$)/;

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}

interface Origins {
  readonly identityOrigin: string;
  readonly analyticsScriptUrl: string | undefined;
}

async function sendFile(
  { file, status }: { file: ConsoleFile; status: number },
  { identityOrigin, analyticsScriptUrl }: Origins,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply
    .code(status)
    .header('etag', file.etag)
    .header('cache-control', status === 200 ? file.cacheControl : 'no-cache')
    .header('vary', 'accept-encoding')
    .type(file.contentType);
  if (file.scriptHashes) {
    const path = pathOf(request);
    const isShared = sharedPath.test(path);
    const policy = consolePolicy({
      scriptHashes: file.scriptHashes,
      identityOrigin,
      // The address of a shared card has its token: no third-party script may read it (SEC-S106).
      analyticsScriptUrl: isShared ? undefined : analyticsScriptUrl,
      framed: path === '/silent',
    });
    void reply.header('content-security-policy', policy);
    if (isShared) {
      void reply
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex, nofollow');
    }
  }
  if (status === 200 && request.headers['if-none-match'] === file.etag) {
    return reply.code(304).send();
  }
  const accepted = request.headers['accept-encoding'];
  const { body, encoding } = await file.encode(typeof accepted === 'string' ? accepted : '');
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  return reply.send(body);
}

function wantsPage(request: FastifyRequest): boolean {
  return /text\/html/.test(request.headers.accept ?? '');
}

const notBuilt =
  '<!doctype html><html lang="en"><title>Interlude</title><p>The console has not been built yet. `npm start` builds it.</p></html>';

type Target = { readonly file: ConsoleFile | undefined; readonly status: number };

/** The file for a path; undefined for a wrong API path. */
async function findTarget(
  request: FastifyRequest,
  files: ConsoleFiles,
): Promise<Target | undefined> {
  const path = pathOf(request);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads || serverPaths.test(path)) return undefined;
  const file = path.endsWith('/') ? undefined : await files.find(path);
  if (file) return { file, status: 200 };
  const drawn = consolePaths.test(path);
  if (!drawn && !wantsPage(request)) return undefined;
  const [, page] = pageFiles.find(([pattern]) => pattern.test(path)) ?? [];
  const own = page === undefined ? undefined : await files.find(page);
  return { file: own ?? (await files.find('/index.html')), status: drawn ? 200 : 404 };
}

/**
 * `identityIssuer`: URL of the console's identity provider; `analyticsScriptUrl`: URL of the usage analytics script,
 * if there is one.
 */
export function serveConsole(
  app: FastifyInstance,
  files: ConsoleFiles,
  identityIssuer: string,
  analyticsScriptUrl: string | undefined,
): void {
  const origins = { identityOrigin: new URL(identityIssuer).origin, analyticsScriptUrl };
  app.setNotFoundHandler(async (request, reply) => {
    const target = await findTarget(request, files);
    if (!target) throw routeNotFound(request);
    const { file, status } = target;
    if (file) return sendFile({ file, status }, origins, request, reply);
    return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
  });
}

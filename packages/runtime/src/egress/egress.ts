/**
 * Outbound HTTP for every address we did not choose ourselves: source manifests, ad servers, wrappers,
 * trackers, webhooks. Guarded at the connector (addresses, names, redirects), limited in time and size.
 */
import { domainError } from '@interlude/contract';
import type { Dispatcher } from 'undici';
import type { Egress, EgressAnswer, EgressOptions, EgressRequest } from './egress-types.ts';
import { fetchFailure } from './fetch-failure.ts';
import { createGuard, type Guard } from './guard.ts';
import { basicCredentials, hostThrough } from './proxied.ts';
import { readBody } from './read-body.ts';
import { type Hop, isRedirect, nextHop, requestHeaders } from './redirect.ts';
import { createTransport } from './transport.ts';

const DEFAULT_MAX_REDIRECTS = 5;

type Headers = Dispatcher.ResponseData['headers'];

function flatHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
}

/** `user:password@` becomes basic authentication and leaves the address (RFC 7617). */
function firstHop(request: EgressRequest, guard: Guard): Hop {
  const url = guard.parseUrl(request.url);
  const headers = requestHeaders(request.headers ?? {});
  const credentials = basicCredentials(url);
  if (credentials !== undefined) {
    headers['authorization'] ??= credentials;
    url.username = '';
    url.password = '';
  }
  return { url, method: request.method ?? 'GET', headers, body: request.body };
}

/** Where an answer redirects to; undefined when it does not. */
function redirectTarget(hop: Hop, status: number, headers: Headers): string | undefined {
  const location = headers['location'];
  if (!isRedirect(status) || typeof location !== 'string') return undefined;
  return URL.canParse(location, hop.url.href) ? new URL(location, hop.url.href).href : location;
}

/** undici looks at its signal only once connected; this one also ends the wait for names and connections. */
async function untilAborted<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work(signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

export function createEgress(options: EgressOptions = {}): Egress {
  const guard = createGuard(options.allow ?? []);
  const transport = createTransport(guard, options);

  function proxyOf({ proxyUrl = '' }: EgressRequest): URL | undefined {
    return proxyUrl === '' ? undefined : guard.parseUrl(proxyUrl);
  }

  async function follow(first: Hop, request: EgressRequest, signal: AbortSignal) {
    const maxRedirects = request.maxRedirects ?? DEFAULT_MAX_REDIRECTS;
    const proxy = proxyOf(request);
    let hop = first;
    for (let redirects = 0; ; redirects += 1) {
      if (proxy !== undefined) guard.checkName(hop.url);
      const response = await transport.send(hop, proxy, signal).catch((error: unknown) => {
        throw fetchFailure(error, hostThrough(hop.url.host, proxy));
      });
      const target = redirectTarget(hop, response.statusCode, response.headers);
      if (target === undefined || maxRedirects === 0) return { hop, response };
      response.body.on('error', () => undefined).destroy();
      if (redirects >= maxRedirects) {
        const reason = `it redirects more than ${maxRedirects} times`;
        throw domainError('FETCH_FAILED', { host: hop.url.host, reason });
      }
      hop = nextHop(hop, response.statusCode, guard.parseUrl(target));
    }
  }

  async function fetchAnswer(request: EgressRequest, signal: AbortSignal): Promise<EgressAnswer> {
    const { hop, response } = await follow(firstHop(request, guard), request, signal);
    const headers = flatHeaders(response.headers);
    const { host, href } = hop.url;
    const bodiless = hop.method === 'HEAD';
    const body = await readBody(response.body, {
      host,
      maxBytes: request.maxBytes,
      contentEncoding: bodiless ? undefined : headers['content-encoding'],
      contentLength: bodiless ? undefined : headers['content-length'],
    }).catch((error: unknown) => {
      response.body.on('error', () => undefined).destroy();
      throw fetchFailure(error, host);
    });
    return { status: response.statusCode, url: href, headers, body };
  }

  return {
    async request(request) {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signals = request.signal === undefined ? [timeout] : [timeout, request.signal];
      try {
        return await untilAborted(AbortSignal.any(signals), (signal) =>
          fetchAnswer(request, signal),
        );
      } catch (error) {
        request.signal?.throwIfAborted();
        if (timeout.aborted) {
          const host = guard.parseUrl(request.url).host;
          throw domainError('FETCH_TIMEOUT', { host, timeoutMs: request.timeoutMs }, error);
        }
        throw error;
      }
    },
    allow: guard.allow,
    check: (url) => {
      guard.parseUrl(url);
    },
    close: () => transport.close(),
  };
}

/** Sends a request and goes where it is redirected to, each hop past the guard, until an answer stands. */
import { domainError } from '@interlude/contract';
import type { Dispatcher } from 'undici';
import type { EgressRequest } from './egress-types.ts';
import { fetchFailure } from './fetch-failure.ts';
import type { Guard } from './guard.ts';
import { basicCredentials, hostThrough } from './proxied.ts';
import { type Hop, isRedirect, nextHop, requestHeaders } from './redirect.ts';
import type { Transport } from './transport.ts';

const DEFAULT_MAX_REDIRECTS = 5;

/** What all kinds of request have. */
export type Requested = Omit<EgressRequest, 'timeoutMs'>;

export interface Answered {
  readonly hop: Hop;
  readonly response: Dispatcher.ResponseData;
}

type Headers = Dispatcher.ResponseData['headers'];

/** `user:password@` becomes basic authentication and leaves the address (RFC 7617). */
function firstHop(request: Requested, guard: Guard, acceptEncoding: string): Hop {
  const url = guard.parseUrl(request.url);
  const headers = requestHeaders(request.headers ?? {});
  const credentials = basicCredentials(url);
  if (credentials !== undefined) {
    headers['authorization'] ??= credentials;
    url.username = '';
    url.password = '';
  }
  const { method = 'GET', body } = request;
  return { url, method, headers, body, acceptEncoding };
}

/** Where an answer redirects to; undefined when it does not. */
function redirectTarget(hop: Hop, status: number, headers: Headers): string | undefined {
  const location = headers['location'];
  if (!isRedirect(status) || typeof location !== 'string') return undefined;
  return URL.canParse(location, hop.url.href) ? new URL(location, hop.url.href).href : location;
}

/** The answer's body is the caller's to read or to destroy. */
export type Follow = (
  request: Requested,
  acceptEncoding: string,
  signal: AbortSignal,
) => Promise<Answered>;

export function createFollow(guard: Guard, transport: Pick<Transport, 'send'>): Follow {
  return async (request, acceptEncoding, signal) => {
    const { maxRedirects = DEFAULT_MAX_REDIRECTS, proxyUrl = '' } = request;
    const proxy = proxyUrl === '' ? undefined : guard.parseUrl(proxyUrl);
    let hop = firstHop(request, guard, acceptEncoding);
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
  };
}

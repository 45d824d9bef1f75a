/**
 * Sends a request and follows its redirects, each hop checked by the guard, to the first answer that does not redirect.
 */
import { domainError } from '@interlude/contract/errors';
import type { AnswerHeaders } from './collect-answer.ts';
import type { EgressRequest } from './egress-types.ts';
import { fetchFailure } from './fetch-failure.ts';
import type { Guard } from './guard.ts';
import { basicCredentials, hostThrough } from './proxied.ts';
import { type Hop, isRedirect, nextHop, requestHeaders } from './redirect.ts';

const DEFAULT_MAX_REDIRECTS = 5;

/** Fields that requests and streams share; the address is parsed. */
export type Requested = Omit<EgressRequest, 'timeoutMs' | 'url'> & { readonly url: URL };

/** Status and headers of the answer to one hop. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly headers: AnswerHeaders;
}

/** How one kind of request (whole answer or stream) sends a hop and discards an answer that redirects. */
export interface Sending<Answer extends AnswerHead> {
  readonly acceptEncoding: string;
  /** @param stands true for a final answer; the body of a redirect is not read */
  send(hop: Hop, proxy: URL | undefined, stands: (head: AnswerHead) => boolean): Promise<Answer>;
  /** Ends an answer that redirects. */
  discard(answer: Answer): void;
}

export interface Answered<Answer extends AnswerHead> {
  readonly hop: Hop;
  readonly response: Answer;
}

/** `user:password@` becomes basic authentication and leaves the address (RFC 7617). */
function firstHop(request: Requested, acceptEncoding: string): Hop {
  const { url, method = 'GET', body } = request;
  const headers = requestHeaders(request.headers ?? {});
  const credentials = basicCredentials(url);
  if (credentials !== undefined) {
    headers['authorization'] ??= credentials;
    url.username = '';
    url.password = '';
  }
  return { url, method, headers, body, acceptEncoding };
}

/** Where an answer redirects to; undefined when it does not. */
function redirectTarget(hop: Hop, { statusCode, headers }: AnswerHead): string | undefined {
  const location = headers['location'];
  if (!isRedirect(statusCode) || typeof location !== 'string') return undefined;
  return URL.parse(location, hop.url.href)?.href ?? location;
}

export type Follow = <Answer extends AnswerHead>(
  request: Requested,
  sending: Sending<Answer>,
) => Promise<Answered<Answer>>;

export function createFollow(guard: Guard): Follow {
  return async (request, sending) => {
    const { maxRedirects = DEFAULT_MAX_REDIRECTS, proxyUrl = '' } = request;
    const proxy = proxyUrl === '' ? undefined : guard.parseUrl(proxyUrl);
    let hop = firstHop(request, sending.acceptEncoding);
    for (let redirects = 0; ; redirects += 1) {
      if (proxy !== undefined) guard.checkName(hop.url);
      const at = hop;
      const targetOf = (head: AnswerHead) =>
        maxRedirects === 0 ? undefined : redirectTarget(at, head);
      const response = await sending
        .send(hop, proxy, (head) => targetOf(head) === undefined)
        .catch((error: unknown) => {
          throw fetchFailure(error, hostThrough(at.url.host, proxy));
        });
      const target = targetOf(response);
      if (target === undefined) return { hop, response };
      sending.discard(response);
      if (redirects >= maxRedirects) {
        const reason = `it redirects more than ${maxRedirects} times`;
        throw domainError('FETCH_FAILED', { host: hop.url.host, reason });
      }
      hop = nextHop(hop, response.statusCode, guard.parseUrl(target));
    }
  };
}

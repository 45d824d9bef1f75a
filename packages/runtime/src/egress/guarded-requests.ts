/**
 * Requests and streams through a guard, limited in time and size: the part that the common and the companies' egress
 * share.
 */
import type { Dispatcher } from 'undici';
import type { AnswerHeaders } from './collect-answer.ts';
import { acceptEncoding } from './content-coding.ts';
import type {
  EgressAnswer,
  EgressRequest,
  EgressStream,
  EgressStreamRequest,
  TenantEgress,
} from './egress-types.ts';
import { type Answered, createFollow, type Requested } from './follow.ts';
import type { Guard } from './guard.ts';
import { streamBody } from './stream-body.ts';
import { inTime, lifetime } from './time-limits.ts';
import type { Transport } from './transport.ts';
import { createFetch } from './web-fetch.ts';

function flatHeaders(headers: AnswerHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    flat[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

function lengthAndCoding(method: string, headers: Readonly<Record<string, string>>) {
  const bodiless = method === 'HEAD';
  return {
    contentEncoding: bodiless ? undefined : headers['content-encoding'],
    contentLength: bodiless ? undefined : headers['content-length'],
  };
}

/** Ignores errors of a body that is not read yet: an `error` event without a listener would end the process. */
function heedErrors(response: Dispatcher.ResponseData): Dispatcher.ResponseData {
  response.body.on('error', () => undefined);
  return response;
}

export function guardedRequests(
  guard: Guard,
  transport: Pick<Transport, 'open' | 'collect'>,
): TenantEgress {
  const follow = createFollow(guard);

  async function fetchAnswer(request: Requested, signal: AbortSignal): Promise<EgressAnswer> {
    const { maxBytes, onBytes } = request;
    const { hop, response } = await follow(request, {
      acceptEncoding,
      send: async (hop, proxy, stands) =>
        transport.collect(hop, proxy, {
          host: hop.url.host,
          maxBytes,
          onBytes,
          signal,
          isRead: (statusCode, headers) => stands({ statusCode, headers }),
        }),
      discard: () => undefined,
    });
    const { statusCode: status, headers, body } = response;
    return { status, url: hop.url.href, headers: flatHeaders(headers), body };
  }

  async function openAnswer(
    request: Requested,
    signal: AbortSignal,
  ): Promise<Answered<Dispatcher.ResponseData>> {
    return follow(request, {
      acceptEncoding: 'identity',
      send: async (hop, proxy) => heedErrors(await transport.open(hop, proxy, signal)),
      discard: ({ body }) => body.destroy(),
    });
  }

  async function openStream(request: EgressStreamRequest): Promise<EgressStream> {
    const url = guard.parseUrl(request.url);
    const about = { host: url.host, signal: request.signal };
    const life = lifetime(about, request.timeoutMs);
    try {
      const { hop, response } = await inTime(
        { ...about, signal: life.signal },
        request.headersTimeoutMs,
        // Not the signal of this time limit: it would end the body, too.
        () => openAnswer({ ...request, url }, life.signal),
      );
      const headers = flatHeaders(response.headers);
      const coded = lengthAndCoding(hop.method, headers);
      const body = streamBody(response.body, {
        host: hop.url.host,
        maxBytes: request.maxBytes,
        idleTimeoutMs: request.idleTimeoutMs,
        ...coded,
        signal: life.signal,
        ended: life.done,
      });
      if (coded.contentEncoding !== undefined) delete headers['content-length'];
      return { status: response.statusCode, url: hop.url.href, headers, body };
    } catch (error) {
      life.done();
      life.stop();
      throw error;
    }
  }

  return {
    request: async (request: EgressRequest) => {
      const url = guard.parseUrl(request.url);
      return inTime({ host: url.host, signal: request.signal }, request.timeoutMs, (signal) =>
        fetchAnswer({ ...request, url }, signal),
      );
    },
    stream: openStream,
    fetch: createFetch(openStream),
    check: (url) => {
      guard.parseUrl(url);
    },
  };
}

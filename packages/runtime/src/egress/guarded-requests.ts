/** Requests and streams past a guard, limited in time and size: what every kind of egress is made of. */
import type { Dispatcher } from 'undici';
import { acceptEncoding } from './content-coding.ts';
import type {
  EgressAnswer,
  EgressRequest,
  EgressStream,
  EgressStreamRequest,
  TenantEgress,
} from './egress-types.ts';
import { fetchFailure } from './fetch-failure.ts';
import { type Answered, createFollow, type Requested } from './follow.ts';
import type { Guard } from './guard.ts';
import { readBody } from './read-body.ts';
import { streamBody } from './stream-body.ts';
import { inTime, lifetime } from './time-limits.ts';
import type { Transport } from './transport.ts';
import { createFetch } from './web-fetch.ts';

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]];
    }),
  );
}

function lengthAndCoding(method: string, headers: Readonly<Record<string, string>>) {
  const bodiless = method === 'HEAD';
  return {
    contentEncoding: bodiless ? undefined : headers['content-encoding'],
    contentLength: bodiless ? undefined : headers['content-length'],
  };
}

/** A body that fails before anybody reads it must not end the process. */
function heedErrors(answered: Answered): Answered {
  answered.response.body.on('error', () => undefined);
  return answered;
}

export function guardedRequests(guard: Guard, transport: Pick<Transport, 'send'>): TenantEgress {
  const follow = createFollow(guard, transport);

  const limited = ({ url, signal }: Requested) => ({ host: guard.parseUrl(url).host, signal });

  async function fetchAnswer(request: EgressRequest, signal: AbortSignal): Promise<EgressAnswer> {
    const { hop, response } = await follow(request, acceptEncoding, signal);
    const headers = flatHeaders(response.headers);
    const { host, href } = hop.url;
    const body = await readBody(response.body, {
      host,
      maxBytes: request.maxBytes,
      onBytes: request.onBytes,
      ...lengthAndCoding(hop.method, headers),
    }).catch((error: unknown) => {
      response.body.on('error', () => undefined).destroy();
      throw fetchFailure(error, host);
    });
    return { status: response.statusCode, url: href, headers, body };
  }

  async function openStream(request: EgressStreamRequest): Promise<EgressStream> {
    const about = limited(request);
    const life = lifetime(about, request.timeoutMs);
    try {
      const { hop, response } = await inTime(
        { ...about, signal: life.signal },
        request.headersTimeoutMs,
        // Not the signal of this time limit: it would end the body, too.
        () => follow(request, 'identity', life.signal).then(heedErrors),
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
    request: async (request) =>
      inTime(limited(request), request.timeoutMs, (signal) => fetchAnswer(request, signal)),
    stream: openStream,
    fetch: createFetch(openStream),
    check: (url) => {
      guard.parseUrl(url);
    },
  };
}

/**
 * Follows redirects here and not in undici, so that the guard checks every hop and no secret is sent to another origin.
 */
import type { EgressRequest } from './egress-types.ts';

export type Method = NonNullable<EgressRequest['method']>;

export interface Hop {
  readonly url: URL;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Content codings that the reader of the answer can decode. */
  readonly acceptEncoding: string;
}

/** Belong to one connection or are ours to set (RFC 9110 §7.6.1). */
const ownedHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Headers that are sent on to another origin. All others are dropped: an operator's own header (`x-origin-key`) is as
 * secret as `authorization`. The viewer's headers are here because ad servers redirect to each other.
 */
const travellingHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'range',
  'user-agent',
  'x-device-ip',
  'x-device-user-agent',
  'x-forwarded-for',
]);

/** True for headers of the connection, which are never sent as given. */
export const isOwnedHeader = (name: string): boolean => ownedHeaders.has(name.toLowerCase());

/** Headers by lower-case name, without those of the connection. */
export function requestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !ownedHeaders.has(name)),
  );
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** The hop after a redirect to `target` (RFC 9110 §15.4). */
export function nextHop(hop: Hop, status: number, target: URL): Hop {
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const kept = Object.entries(hop.headers).filter(
    ([name]) =>
      (hop.url.origin === target.origin || travellingHeaders.has(name)) &&
      !(becomesGet && name === 'content-type'),
  );
  return {
    ...hop,
    url: target,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : hop.body,
  };
}

/**
 * What is known of a viewer, kept in memory for ad requests and trackers only. The address is never
 * stored, logged or put into an event.
 */
import type { IncomingMessage } from 'node:http';
import { viewerQuery } from './viewer-query.ts';

export interface ViewerContext {
  /** The viewer's own address, as the first trusted proxy saw it. */
  readonly ip: string;
  /** Value for X-Forwarded-For towards ad servers. */
  readonly forwardedFor: string;
  readonly userAgent: string;
  readonly referer: string;
  readonly acceptLanguage: string;
  readonly device: Device;
  /** Query of the session request without `sid` and what proves that it may watch. */
  readonly query: URLSearchParams;
}

export type Device = 'tv' | 'mobile' | 'tablet' | 'desktop' | 'bot' | 'other';

const limits = { headerChars: 1_000 } as const;

const rules: readonly [Device, RegExp][] = [
  ['bot', /bot\b|crawl|spider|curl\/|wget\/|python-requests|headlesschrome/i],
  [
    'tv',
    /smart-?tv|hbbtv|appletv|apple ?tv|googletv|android tv|aft[a-z]{1,4}\b|roku|tizen|web0s|webos|viera|bravia|netcast|playstation|xbox|crkey|nettv/i,
  ],
  ['tablet', /ipad|tablet|kindle|silk\/(?!.*mobile)/i],
  ['mobile', /iphone|ipod|mobile|android/i],
  ['desktop', /windows nt|macintosh|x11|linux|cros/i],
];

export function deviceOf(userAgent: string): Device {
  return rules.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}

const text = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value.join(', ') : (value ?? '')).slice(0, limits.headerChars);

/**
 * @param query of the session request, or what its token kept of it
 * @param ip the viewer's own address, see `createClientAddresses`
 */
export function viewerContext(
  request: IncomingMessage,
  query: URLSearchParams,
  ip: string,
): ViewerContext {
  const userAgent = text(request.headers['x-device-user-agent'] ?? request.headers['user-agent']);
  return {
    ip,
    forwardedFor: ip,
    userAgent,
    referer: text(request.headers.referer),
    acceptLanguage: text(request.headers['accept-language']),
    device: deviceOf(userAgent),
    query: viewerQuery(query),
  };
}

/** Headers by which ad servers and trackers learn of the device behind us (VAST 4 §1.2). */
export function deviceHeaders(viewer: ViewerContext): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': viewer.userAgent,
    'x-device-user-agent': viewer.userAgent,
    'x-forwarded-for': viewer.forwardedFor,
    'x-device-ip': viewer.ip,
    'x-device-referer': viewer.referer,
    'x-device-accept-language': viewer.acceptLanguage,
  };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

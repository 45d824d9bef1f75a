/**
 * CORS for channels whose tokens are in a cookie: a player sends it along only when the answer names its origin and
 * allows credentials. Only pages of the cookie's own domain are allowed; for all others, and for channels without
 * cookies, everybody may read and nobody sends credentials.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChannelDirectory } from '../channels/channel-directory.ts';
import { decoded, pathEnd } from './path.ts';

export type AllowCredentials = (
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
) => void;

function channelIdOf(url: string): string {
  const [, , first = '', second = ''] = url.slice(0, pathEnd(url)).split('/');
  return decoded(first === 'view' ? second : first);
}

function isWithin(origin: string, cookieDomain: string): boolean {
  if (!URL.canParse(origin)) {
    return false;
  }
  const domain = cookieDomain.replace(/^\./, '').toLowerCase();
  const { hostname } = new URL(origin);
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

export function createAllowCredentials(directory: ChannelDirectory): AllowCredentials {
  return (url, request, response) => {
    if (!directory.usesCookies) {
      return;
    }
    const { origin } = request.headers;
    const channel = origin === undefined ? undefined : directory.find(channelIdOf(url));
    const cookieDomain = channel?.settings.authentication.hmac?.cookieDomain ?? '';
    if (origin === undefined || cookieDomain === '') {
      return;
    }
    // The answer differs by origin also for those that are refused (Fetch §3.3.5).
    response.setHeader('vary', 'origin');
    if (isWithin(origin, cookieDomain)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('access-control-allow-credentials', 'true');
    }
  };
}

/**
 * Parses the addresses of live HLS by hand: on the hot path no URL object is made.
 *
 *   /hls/{channel}/master.m3u8
 *   /hls/{channel}/{sid}/{rendition}.m3u8
 *   /hls/{channel}/{sid}/{rendition}/{name}.m3u8     `preservePlaylistFilename`; its ads are below {rendition}/, too
 *   /hls/{channel}/{sid}/ad/{placement}/{rendition}/{n}
 *
 * Addresses that HLS and DASH have in common are in `client-documents/document-path.ts`.
 */
import type { IncomingMessage } from 'node:http';

export type HlsPath =
  | { readonly kind: 'multivariant'; readonly channelId: string }
  | {
      readonly kind: 'media';
      readonly channelId: string;
      readonly sessionId: string;
      readonly renditionId: string;
    }
  | {
      readonly kind: 'ad';
      readonly channelId: string;
      readonly sessionId: string;
      readonly placementId: string;
      readonly renditionId: string;
      readonly index: number;
    };

const hlsPrefix = '/hls/';
const playlistSuffix = '.m3u8';
/** A session id may be 1,400 characters long. */
const maxPathChars = 3_000;

/** Percent-decoded; as it is when it cannot be. */
export function decoded(part: string): string {
  if (!part.includes('%')) {
    return part;
  }
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Index of the query's `?`, or the length. */
export function pathEnd(url: string): number {
  const mark = url.indexOf('?');
  return mark < 0 ? url.length : mark;
}

/** The query of a request. */
export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.slice(pathEnd(url) + 1));
}

function parseAd(channelId: string, sessionId: string, rest: string): HlsPath | undefined {
  const [, placementId = '', renditionId = '', number = '', ...more] = rest.split('/');
  const digits = number.split('.', 1)[0] ?? '';
  const isWhole = more.length === 0 && placementId !== '' && /^\d{1,6}$/.test(digits);
  return isWhole
    ? {
        kind: 'ad',
        channelId,
        sessionId,
        placementId: decoded(placementId),
        renditionId: decoded(renditionId),
        index: Number(digits),
      }
    : undefined;
}

/** Below `/hls/{channel}/{sid}/`. */
function parseInSession(channelId: string, sessionId: string, rest: string): HlsPath | undefined {
  if (rest.startsWith('ad/')) {
    return parseAd(channelId, sessionId, rest);
  }
  const slash = rest.indexOf('/');
  const below = slash < 0 ? '' : rest.slice(slash + 1);
  if (below.startsWith('ad/')) {
    return parseAd(channelId, sessionId, below);
  }
  if (!rest.endsWith(playlistSuffix) || below.includes('/')) {
    return undefined;
  }
  const renditionId = decoded(
    slash < 0 ? rest.slice(0, -playlistSuffix.length) : rest.slice(0, slash),
  );
  return renditionId === '' ? undefined : { kind: 'media', channelId, sessionId, renditionId };
}

/** The parts of an HLS address; undefined when it is none of ours. `url` as node:http gives it. */
export function parseHlsPath(url: string): HlsPath | undefined {
  const end = pathEnd(url);
  if (!url.startsWith(hlsPrefix) || end > maxPathChars) {
    return undefined;
  }
  const afterChannel = url.indexOf('/', hlsPrefix.length);
  if (afterChannel < 0 || afterChannel >= end) {
    return undefined;
  }
  const first = url.slice(hlsPrefix.length, afterChannel);
  const afterSecond = url.indexOf('/', afterChannel + 1);
  if (afterSecond < 0 || afterSecond >= end) {
    const second = url.slice(afterChannel + 1, end);
    const isMultivariant = second === 'master.m3u8' && first !== '';
    return isMultivariant ? { kind: 'multivariant', channelId: decoded(first) } : undefined;
  }
  const sessionId = url.slice(afterChannel + 1, afterSecond);
  return parseInSession(decoded(first), sessionId, url.slice(afterSecond + 1, end));
}

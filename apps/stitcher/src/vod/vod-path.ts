/**
 * The addresses of on-demand playback:
 *
 *   /hls/{channel}/master.m3u8        /hls/{channel}/{sid}/{rendition}.m3u8
 *   /dash/{channel}/manifest.mpd      /dash/{channel}/{sid}.mpd
 *   /dash/{channel}/{sid}/ad/{placement}/{representation}/{init|n}
 */
import { decoded, parseHlsPath, pathEnd } from '../http/path.ts';

interface InSession {
  readonly channelId: string;
  readonly sessionId: string;
}

export type VodPath =
  | { readonly kind: 'multivariant' | 'entry'; readonly channelId: string }
  | ({ readonly kind: 'media'; readonly renditionId: string } & InSession)
  | ({ readonly kind: 'mpd' } & InSession)
  | ({
      readonly kind: 'ad';
      readonly placementId: string;
      readonly representationId: string;
      readonly segment: number | 'init';
    } & InSession);

const adPath = /^\/dash\/([^/]+)\/([^/]+)\/ad\/([^/]+)\/([^/]+)\/(init|\d{1,6})$/;
const mpdPath = /^\/dash\/([^/]+)\/([^/]+)\.mpd$/;
const maxPathChars = 4_000;

function parseDash(path: string): VodPath | undefined {
  const ad = adPath.exec(path);
  if (ad) {
    const [, channel = '', sessionId = '', placement = '', representation = '', last = ''] = ad;
    return {
      kind: 'ad',
      channelId: decoded(channel),
      sessionId,
      placementId: decoded(placement),
      representationId: decoded(representation),
      segment: last === 'init' ? 'init' : Number(last),
    };
  }
  const mpd = mpdPath.exec(path);
  const channelId = decoded(mpd?.[1] ?? '');
  const sessionId = mpd?.[2] ?? '';
  if (!mpd) {
    return undefined;
  }
  return sessionId === 'manifest'
    ? { kind: 'entry', channelId }
    : { kind: 'mpd', channelId, sessionId };
}

export function parseVodPath(url: string): VodPath | undefined {
  const end = pathEnd(url);
  if (url.startsWith('/dash/')) {
    return end > maxPathChars ? undefined : parseDash(url.slice(0, end));
  }
  // Ad segments of HLS are answered with those of live HLS.
  const path = parseHlsPath(url);
  return path?.kind === 'ad' ? undefined : path;
}

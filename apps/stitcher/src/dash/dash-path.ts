/**
 * The addresses of live DASH:
 *
 *   /dash/{channel}/manifest.mpd
 *   /dash/{channel}/{sid}.mpd
 *   /dash/{channel}/{sid}.mpp?base={what the player's MPD lists}
 *   /dash/{channel}/time
 *   /dash/{channel}/{sid}/ad/{placement}/{token}/{representation}/{init|n}
 *
 * Addresses that HLS and DASH have in common are in `client-documents/document-path.ts`.
 */
import { PATCH_BASE } from '@interlude/stitching';
import { decoded, pathEnd } from '../http/path.ts';

export type DashPath =
  | { readonly kind: 'entry'; readonly channelId: string }
  | { readonly kind: 'time'; readonly channelId: string }
  | { readonly kind: 'mpd' | 'patch'; readonly channelId: string; readonly sessionId: string }
  | {
      readonly kind: 'ad';
      readonly channelId: string;
      readonly sessionId: string;
      readonly placementId: string;
      /** Address of the creative, signed; see `ad-base.ts`. */
      readonly token: string;
      readonly representationId: string;
      /** Index of the media segment. */
      readonly segment: number | 'init';
    };

const dashPrefix = '/dash/';
/** Beside the MPDs of a channel: the time of this service, for players whose own clock is off (rule D12). */
export const clockFile = 'time';
const mpdSuffix = '.mpd';
const patchSuffix = '.mpp';
/** A session id and the address of a creative may each be 2,000 characters long. */
const maxPathChars = 6_000;

function parseAd(
  channelId: string,
  sessionId: string,
  parts: readonly string[],
): DashPath | undefined {
  const [placementId = '', token = '', ...rest] = parts;
  const last = rest.at(-1) ?? '';
  // An id of a representation may have slashes in it.
  const representationId = decoded(rest.slice(0, -1).join('/'));
  const isInit = last === 'init';
  if (placementId === '' || representationId === '' || !(isInit || /^\d{1,6}$/.test(last))) {
    return undefined;
  }
  return {
    kind: 'ad',
    channelId,
    sessionId,
    placementId: decoded(placementId),
    token,
    representationId,
    segment: isInit ? 'init' : Number(last),
  };
}

const kinds: ReadonlyMap<string, 'mpd' | 'patch'> = new Map([
  [mpdSuffix, 'mpd'],
  [patchSuffix, 'patch'],
]);

/** `{sid}.mpd` or `{sid}.mpp` */
function parseInChannel(channelId: string, name: string): DashPath | undefined {
  const dot = Math.max(0, name.lastIndexOf('.'));
  const kind = kinds.get(name.slice(dot));
  const sessionId = name.slice(0, dot);
  return kind && sessionId !== '' ? { kind, channelId, sessionId } : undefined;
}

/** The parts of a DASH address; undefined when it is none of ours. `url` as node:http gives it. */
export function parseDashPath(url: string): DashPath | undefined {
  const end = pathEnd(url);
  if (!url.startsWith(dashPrefix) || end > maxPathChars) {
    return undefined;
  }
  const [channel = '', second = '', third, ...rest] = url.slice(dashPrefix.length, end).split('/');
  const channelId = decoded(channel);
  if (channelId === '' || second === '') {
    return undefined;
  }
  if (third === undefined) {
    if (second === 'manifest.mpd') {
      return { kind: 'entry', channelId };
    }
    if (second === clockFile) {
      return { kind: 'time', channelId };
    }
    return parseInChannel(channelId, second);
  }
  return third === 'ad' ? parseAd(channelId, second, rest) : undefined;
}

/** Base in the address of a patch, as node:http gives it; '' without one. */
export function patchBaseOf(url: string): string {
  return new URLSearchParams(url.slice(pathEnd(url))).get(PATCH_BASE) ?? '';
}

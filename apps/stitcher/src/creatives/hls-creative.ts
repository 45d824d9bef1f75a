/**
 * A ready-made HLS creative (a MediaFile of type application/vnd.apple.mpegurl, or a slate) as it was read:
 * its multivariant playlist and every media playlist below it, with the addresses they came from.
 */
import { domainError } from '@interlude/contract';
import {
  isMultivariant,
  type MediaPlaylist,
  type MultivariantPlaylist,
  parseMediaPlaylist,
  parseMultivariantPlaylist,
} from '@interlude/hls';
import type { Egress } from '@interlude/runtime';
import { parsedWithin } from '../origin/manifest-client.ts';
import { creativeLimits } from './creative-limits.ts';

export interface CreativeMedia {
  /** The address its segments are relative to. */
  readonly url: string;
  readonly playlist: MediaPlaylist;
}

export interface HlsCreative {
  readonly url: string;
  /** Undefined when the address is a media playlist itself. */
  readonly multivariant: MultivariantPlaylist | undefined;
  /** By the absolute address that the multivariant playlist names (or the creative's own). */
  readonly media: ReadonlyMap<string, CreativeMedia>;
}

async function fetchText(
  egress: Pick<Egress, 'request'>,
  url: string,
  signal: AbortSignal,
): Promise<{ text: string; url: string }> {
  const answer = await egress.request({
    url,
    timeoutMs: creativeLimits.timeoutMs,
    maxBytes: creativeLimits.manifestBytes,
    signal,
  });
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host: new URL(url).host, status: answer.status });
  }
  const text = answer.body.toString('latin1');
  if (
    !text
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart()
      .startsWith('#EXTM3U')
  ) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host: new URL(url).host });
  }
  return { text, url: answer.url };
}

function readMedia(text: string, url: string): CreativeMedia {
  const host = new URL(url).host;
  const { playlist } = parsedWithin(host, () => parseMediaPlaylist(text));
  if (!playlist.endList || playlist.segments.length === 0) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host, reason: 'not a finished playlist' });
  }
  if (playlist.segments.length > creativeLimits.segments) {
    const limitBytes = creativeLimits.manifestBytes;
    throw domainError('FETCH_TOO_LARGE', { host, limitBytes });
  }
  return { url, playlist };
}

function childAddresses(playlist: MultivariantPlaylist, base: string): string[] {
  const uris = [
    ...playlist.variants.map(({ uri }) => uri),
    ...playlist.renditions
      .filter(({ type }) => type === 'AUDIO' || type === 'VIDEO')
      .map(({ uri }) => uri),
  ];
  const addresses = uris.flatMap((uri) =>
    uri && URL.canParse(uri, base) ? [new URL(uri, base).href] : [],
  );
  return [...new Set(addresses)].slice(0, creativeLimits.renditions);
}

/**
 * Reads the whole creative.
 * @throws {DomainError} URL_FORBIDDEN, FETCH_*, SOURCE_NOT_A_MANIFEST
 */
export async function fetchHlsCreative(
  egress: Pick<Egress, 'request'>,
  url: string,
): Promise<HlsCreative> {
  const signal = AbortSignal.timeout(creativeLimits.timeoutMs);
  const first = await fetchText(egress, url, signal);
  if (!isMultivariant(first.text)) {
    return {
      url: first.url,
      multivariant: undefined,
      media: new Map([[first.url, readMedia(first.text, first.url)]]),
    };
  }
  const host = new URL(first.url).host;
  const { playlist } = parsedWithin(host, () => parseMultivariantPlaylist(first.text));
  const media = await Promise.all(
    childAddresses(playlist, first.url).map(async (address) => {
      const child = await fetchText(egress, address, signal);
      return [address, readMedia(child.text, child.url)] as const;
    }),
  );
  return { url: first.url, multivariant: playlist, media: new Map(media) };
}

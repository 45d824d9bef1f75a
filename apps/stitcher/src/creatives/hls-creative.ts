/**
 * A ready-made HLS creative (a MediaFile of type application/vnd.apple.mpegurl, or a slate) as it was read:
 * its renditions, and the media playlist of each.
 */
import { createHash } from 'node:crypto';
import { domainError } from '@interlude/contract/errors';
import { isMultivariant, parseMediaPlaylist, parseMultivariantPlaylist } from '@interlude/hls';
import type { Egress } from '@interlude/runtime';
import {
  type CreativePlaylist,
  type SourceRendition,
  sourceRenditions,
} from '@interlude/stitching';
import { parsedWithin } from '../origin/hls/fetch-manifest.ts';
import { singleVariantPlaylist } from '../origin/single-variant.ts';
import { creativeLimits } from './creative-limits.ts';

export interface HlsCreative {
  /** Of its playlists' text and addresses: the same media have the same id. */
  readonly creativeId: string;
  /** Where it was read. */
  readonly address: string;
  readonly renditions: readonly SourceRendition[];
  /** By the address of the rendition. */
  readonly playlists: ReadonlyMap<string, CreativePlaylist>;
}

interface FetchedText {
  readonly text: string;
  /** After redirects. */
  readonly url: string;
}

type Get = (url: string) => Promise<FetchedText>;

const idChars = 16;

function getter(egress: Pick<Egress, 'request'>, signal: AbortSignal): Get {
  return async (url) => {
    const answer = await egress.request({
      url,
      timeoutMs: creativeLimits.timeoutMs,
      maxBytes: creativeLimits.manifestBytes,
      signal,
    });
    const { host } = new URL(url);
    if (answer.status !== 200) {
      throw domainError('FETCH_STATUS', { host, status: answer.status });
    }
    const text = answer.body.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
    if (!text.trimStart().startsWith('#EXTM3U')) {
      throw domainError('SOURCE_NOT_A_MANIFEST', { host });
    }
    return { text, url: answer.url };
  };
}

/** Parses a media playlist; one without EXT-X-ENDLIST is no creative. */
function readMedia({ text, url }: FetchedText): CreativePlaylist {
  const { host } = new URL(url);
  const { playlist } = parsedWithin(host, () => parseMediaPlaylist(text));
  if (!playlist.endList || playlist.segments.length === 0) {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host, reason: 'not a finished playlist' });
  }
  if (playlist.segments.length > creativeLimits.segments) {
    throw domainError('FETCH_TOO_LARGE', { host, limitBytes: creativeLimits.manifestBytes });
  }
  return { baseUrl: url, playlist };
}

function idOf(texts: readonly FetchedText[]): string {
  const hash = createHash('sha256');
  for (const { url, text } of texts) {
    hash.update(`${url}\n${text}\n`);
  }
  return hash.digest('base64url').slice(0, idChars);
}

/**
 * Reads the whole creative.
 * @throws {DomainError} URL_FORBIDDEN, FETCH_*, SOURCE_NOT_A_MANIFEST
 */
export async function fetchHlsCreative(
  egress: Pick<Egress, 'request'>,
  url: string,
): Promise<HlsCreative> {
  const get = getter(egress, AbortSignal.timeout(creativeLimits.timeoutMs));
  const first = await get(url);
  const { host } = new URL(first.url);
  const isMedia = !isMultivariant(first.text);
  const top = isMedia ? singleVariantPlaylist(first.url) : first.text;
  const { playlist } = parsedWithin(host, () => parseMultivariantPlaylist(top));
  const listed = sourceRenditions(playlist, first.url, { subtitles: false, iFrames: true });
  const wanted = listed.slice(0, creativeLimits.renditions);
  const all = isMedia
    ? wanted.map((rendition) => ({ rendition, text: first }))
    : await Promise.all(wanted.map((rendition) => readRendition(rendition, get)));
  const found = all.filter((one) => one !== undefined);
  return {
    address: url,
    creativeId: idOf([first, ...found.map(({ text }) => text)]),
    renditions: found.map(({ rendition }) => rendition),
    playlists: new Map(found.map(({ rendition, text }) => [rendition.url, readMedia(text)])),
  };
}

/**
 * Reads a rendition. An I-frame playlist that cannot be read is left out: the creative then serves channels without
 * I-frames.
 */
async function readRendition(
  rendition: SourceRendition,
  get: Get,
): Promise<{ readonly rendition: SourceRendition; readonly text: FetchedText } | undefined> {
  try {
    return { rendition, text: await get(rendition.url) };
  } catch (error) {
    if (rendition.kind === 'iframes') {
      return undefined;
    }
    throw error;
  }
}

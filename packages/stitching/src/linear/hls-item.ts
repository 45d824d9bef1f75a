// An HLS asset as an item of a linear channel: each segment of its renditions with all tags that it needs, because
// segments of another item may precede it in the output.
import {
  isMultivariant,
  type KeyTag,
  type MultivariantPlaylist,
  parseMediaPlaylist,
  parseMultivariantPlaylist,
  replaceAttribute,
  type Segment,
} from '@interlude/hls';
import { mapKeys, NO_KEY, placedKey, sameKeys } from '../hls/state-lines.ts';
import { uriResolver } from '../source/resolve-uri.ts';
import { type SourceRendition, sourceRenditions } from '../source/source-renditions.ts';
import { substituteVariables, type Variables } from '../source/substitute-variables.ts';
import type { ItemTexts, ManifestText } from './item-texts.ts';
import { LINEAR_LIMITS, US_PER_SECOND } from './linear-limits.ts';

export interface LinearSegment {
  /** EXTINF to the URI, with GAP and BYTERANGE. */
  readonly text: string;
  /** The EXT-X-MAP that applies; empty for none. */
  readonly map: string;
  /** The EXT-X-KEY lines that apply; empty for none. */
  readonly keys: string;
  /** A discontinuity of the item's own stands before it. */
  readonly discontinuity: boolean;
}

export interface LinearTrack {
  readonly rendition: SourceRendition;
  readonly segments: readonly LinearSegment[];
  /** Start of each segment and the end of the last, microseconds. */
  readonly boundariesUs: readonly number[];
  /** Own discontinuities before each segment, and all of them. */
  readonly discontinuities: readonly number[];
  readonly longestUs: number;
}

export interface HlsItem {
  readonly multivariant: MultivariantPlaylist;
  readonly baseUrl: string;
  /** The first variant first: the item can be cut at its segment boundaries. */
  readonly tracks: readonly LinearTrack[];
  readonly container: 'ts' | 'fmp4';
  readonly independentSegments: boolean;
}

export type ReadItem<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'unusable'; readonly reason: string };

const unusable = (reason: string) => ({ kind: 'unusable', reason }) as const;

/** A multivariant playlist for a media playlist alone; the required BANDWIDTH is made up (RFC 8216 4.3.4.2). */
const aloneText = (url: string) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000\n${url}\n`;

interface Listed {
  readonly multivariant: MultivariantPlaylist;
  readonly imports: Variables;
  readonly renditions: readonly SourceRendition[];
}

function listed({ url, text }: ManifestText): Listed {
  const own = isMultivariant(text) ? text : aloneText(url);
  const filled = substituteVariables(own, { url });
  const { playlist: multivariant } = parseMultivariantPlaylist(filled.text);
  const tracks = { subtitles: true, iFrames: false };
  const renditions = sourceRenditions(multivariant, url, tracks);
  return { multivariant, imports: filled.variables, renditions };
}

/**
 * The media playlists of an HLS asset, in the order of `sourceRenditions`.
 * @see RFC 8216 §4.3.4
 */
export function hlsItemRenditions(manifest: ManifestText): readonly SourceRendition[] {
  return listed(manifest).renditions;
}

/** EXT-X-KEY of a segment. A missing IV is the number in the item's own playlist (RFC 8216 5.2), which changes here. */
function keyLine(key: KeyTag, segment: Segment, resolve: (uri: string) => string): string {
  const { iv, method, keyFormat } = key;
  const absolute = placedKey(key, resolve);
  const isNumberIv =
    iv === undefined &&
    keyFormat === 'identity' &&
    (method === 'AES-128' || (method === 'SAMPLE-AES' && segment.map === undefined));
  if (!isNumberIv) return absolute;
  return replaceAttribute(absolute, 'IV', `0x${segment.msn.toString(16).padStart(32, '0')}`);
}

/**
 * EXT-X-MAP; where the keys of map and segment differ, between those that apply to the map and those of the segment.
 * @see RFC 8216 §4.3.2.4, §4.3.2.5
 */
function mapLines(segment: Segment, keys: string, resolve: (uri: string) => string): string {
  const { map } = segment;
  if (map === undefined) return '';
  const line = replaceAttribute(map.text, 'URI', `"${resolve(map.uri)}"`);
  const needed = mapKeys(map.keys);
  if (sameKeys(needed, mapKeys(segment.keys))) return line;
  const ofMap = needed.map((key) => placedKey(key, resolve));
  const own = keys === '' ? [] : [keys];
  return [NO_KEY, ...ofMap, line, NO_KEY, ...own].join('\n');
}

/** Six decimals, or as many as are needed. */
const secondsText = (us: number) => (us / US_PER_SECOND).toFixed(6).replace(/0{1,3}$/, '');

function segmentText(segment: Segment, us: number, resolve: (uri: string) => string): string {
  const { byteRange, gap, uri } = segment;
  const range = byteRange ? `#EXT-X-BYTERANGE:${byteRange.length}@${byteRange.offset}\n` : '';
  return `${gap ? '#EXT-X-GAP\n' : ''}#EXTINF:${secondsText(us)},\n${range}${resolve(uri)}\n`;
}

class TrackReader {
  readonly segments: LinearSegment[] = [];
  readonly boundariesUs: number[] = [0];
  readonly discontinuities: number[] = [0];
  longestUs = 0;
  readonly #resolve: (uri: string) => string;

  constructor(baseUrl: string) {
    this.#resolve = uriResolver(baseUrl);
  }

  add(segment: Segment): void {
    const us = Math.round(segment.durationSeconds * US_PER_SECOND);
    // A segment without length has no place in a schedule.
    if (us <= 0) return;
    const discontinuity = segment.discontinuity && this.segments.length > 0;
    const resolve = this.#resolve;
    this.discontinuities.push((this.discontinuities.at(-1) ?? 0) + (discontinuity ? 1 : 0));
    const keys = segment.keys.map((key) => keyLine(key, segment, resolve)).join('\n');
    this.segments.push({
      text: segmentText(segment, us, resolve),
      map: mapLines(segment, keys, resolve),
      keys,
      discontinuity,
    });
    this.boundariesUs.push((this.boundariesUs.at(-1) ?? 0) + us);
    this.longestUs = Math.max(this.longestUs, us);
  }

  track(rendition: SourceRendition): LinearTrack {
    const { segments, boundariesUs, discontinuities, longestUs } = this;
    return { rendition, segments, boundariesUs, discontinuities, longestUs };
  }
}

interface ReadTrack {
  readonly track: LinearTrack;
  readonly independentSegments: boolean;
}

function readTrack(
  rendition: SourceRendition,
  { url, text }: ManifestText,
  imports: Variables,
): ReadTrack | undefined {
  const { playlist } = parseMediaPlaylist(substituteVariables(text, { url, imports }).text);
  if (!playlist.endList) return undefined;
  const reader = new TrackReader(url);
  for (const segment of playlist.segments.slice(0, LINEAR_LIMITS.segments)) reader.add(segment);
  if (reader.segments.length === 0) return undefined;
  return { track: reader.track(rendition), independentSegments: playlist.independentSegments };
}

/**
 * Reads the stored playlists of an HLS asset. Tracks that were not stored are left
 * out; the first variant must be there.
 * @returns the item with times in microseconds, or a sentence why it cannot be played
 * @see RFC 8216 §4.3.4
 */
export function readHlsItem({ manifest, media }: ItemTexts): ReadItem<HlsItem> {
  const { multivariant, imports, renditions } = listed(manifest);
  const read = renditions.flatMap((rendition) => {
    const text = media[rendition.url];
    return (text && readTrack(rendition, text, imports)) ?? [];
  });
  const [first] = read;
  if (first?.track.rendition.kind !== 'variant')
    return unusable('it is not on demand: no variant has segments and an end');
  const isFmp4 = first.track.segments[0]?.map !== '';
  return {
    kind: 'item',
    item: {
      multivariant,
      baseUrl: manifest.url,
      tracks: read.map(({ track }) => track),
      container: isFmp4 ? 'fmp4' : 'ts',
      independentSegments:
        multivariant.independentSegments || read.every((one) => one.independentSegments),
    },
  };
}

import { type MediaPlaylist, programDateTimes, type Segment, type Tag } from '@interlude/hls';
import type { OutputReference } from './rules.ts';

/** A segment as the judge stores it. Comparisons are by value: two outputs share nothing. */
export interface ObservedSegment {
  readonly msn: number;
  /** URI and byte range. */
  readonly resource: string;
  readonly uri: string;
  readonly seconds: number;
  /** Discontinuity sequence number (RFC 8216 6.2.1: the header's plus the tags up to here). */
  readonly discontinuityNumber: number;
  /** EXT-X-DISCONTINUITY tags on this segment; more than one is a fault. */
  readonly discontinuities: number;
  /** Epoch ms; NaN where no EXT-X-PROGRAM-DATE-TIME applies. */
  readonly startMs: number;
  readonly dated: boolean;
  /** The map in force, by value, with the keys that encrypt it; empty for none. */
  readonly map: string;
  readonly mapPrinted: boolean;
  /** The keys in force, by value. */
  readonly keys: readonly ObservedKey[];
  /** The ad it belongs to; undefined for content, and for all segments without `adOf`. */
  readonly ad: string | undefined;
  readonly line: number;
}

export interface ObservedKey {
  readonly identity: string;
  readonly uri: string;
  /** No IV is written: the media sequence number is the IV (RFC 8216 5.2). */
  readonly numberIsIv: boolean;
}

export interface Observation {
  readonly output: OutputReference;
  readonly segments: readonly ObservedSegment[];
  readonly mediaSequence: number;
  readonly discontinuitySequence: number;
  readonly targetDuration: number;
  readonly endList: boolean;
  readonly keepsAll: boolean;
  readonly windowSeconds: number;
  readonly headerLines: ReadonlyMap<string, number>;
  /** The whole text of a playlist on demand, which must stay as it is. */
  readonly onDemand: string | undefined;
}

/** The ad that a URI belongs to; undefined = content. */
export type AdOf = (uri: string) => string | undefined;

function segmentLine(tags: readonly Tag[]): number {
  const mark = tags.find((tag) => tag.name === 'EXTINF') ?? tags[0];
  return mark?.line ?? 0;
}

function observeKeys(segment: Segment): ObservedKey[] {
  return segment.keys.map((key) => ({
    identity: [key.method, key.uri, key.iv, key.keyFormat].join(' '),
    uri: key.uri ?? '',
    numberIsIv:
      key.iv === undefined && key.keyFormat === 'identity' && !key.method.endsWith('-CTR'),
  }));
}

/** AES-128 encrypts whole resources, so the map, too (RFC 8216 4.3.2.4); other methods leave it clear. */
function observeMap({ uri, byteRange, keys }: NonNullable<Segment['map']>): string {
  const encrypting = keys.filter(({ method }) => method === 'AES-128');
  const under = encrypting.map((key) => ` under ${key.uri ?? ''} ${key.keyFormat}`).join('');
  return `${uri} ${byteRange?.length ?? ''}@${byteRange?.offset ?? ''}${under}`;
}

function observeSegments(playlist: MediaPlaylist, adOf: AdOf | undefined): ObservedSegment[] {
  const times = programDateTimes(playlist);
  let discontinuityNumber = playlist.discontinuitySequence;
  return playlist.segments.map((segment, index) => {
    const discontinuities = segment.discontinuity
      ? segment.tags.filter((tag) => tag.name === 'EXT-X-DISCONTINUITY').length
      : 0;
    discontinuityNumber += discontinuities;
    const { map, byteRange } = segment;
    return {
      msn: segment.msn,
      resource: byteRange ? `${segment.uri} ${byteRange.length}@${byteRange.offset}` : segment.uri,
      uri: segment.uri,
      seconds: segment.durationSeconds,
      discontinuityNumber,
      discontinuities,
      startMs: times[index] ?? Number.NaN,
      dated: segment.programDateTimeMs !== undefined,
      map: map ? observeMap(map) : '',
      mapPrinted: segment.mapChanged,
      keys: observeKeys(segment),
      ad: adOf?.(segment.uri),
      line: segmentLine(segment.tags),
    };
  });
}

export function observe(
  playlist: MediaPlaylist,
  text: string,
  output: OutputReference,
  adOf: AdOf | undefined,
): Observation {
  const segments = observeSegments(playlist, adOf);
  return {
    output,
    segments,
    mediaSequence: playlist.mediaSequence,
    discontinuitySequence: playlist.discontinuitySequence,
    targetDuration: playlist.targetDuration,
    endList: playlist.endList,
    keepsAll: playlist.playlistType !== undefined,
    windowSeconds: segments.reduce((sum, segment) => sum + segment.seconds, 0),
    headerLines: new Map(playlist.headerTags.map((tag) => [tag.name, tag.line])),
    onDemand: playlist.playlistType === 'VOD' ? text : undefined,
  };
}

export function headerLine(observation: Observation, tag: string): number {
  return observation.headerLines.get(tag) ?? 1;
}

/** Pairs of the same media sequence number in two outputs of one rendition. */
export function* overlap(
  earlier: Observation,
  later: Observation,
): Generator<[ObservedSegment, ObservedSegment]> {
  const first = earlier.segments[0]?.msn ?? 0;
  for (const segment of later.segments) {
    const before = earlier.segments[segment.msn - first];
    if (before !== undefined) yield [before, segment];
  }
}

/** The segments beside a splice, as a rendition lists them. */
import { type ByteRange, type MapTag, parseMediaPlaylist, type Segment } from '@interlude/hls';

/** Bytes that are requested: a resource, or a part of it. */
export interface MediaPart {
  /** Resolved. */
  readonly address: string;
  readonly byteRange?: ByteRange | undefined;
}

export interface ListedSegment extends MediaPart {
  /** What has to stand before it. */
  readonly initialization: MediaPart | undefined;
  readonly durationSeconds: number;
  readonly isEncrypted: boolean;
  /** Seconds on the clock of its media where its presentation begins: tracks of DASH have clocks of their own. */
  readonly clockSeconds: number;
}

/** Undefined = not listed. */
export interface SpliceSegments {
  readonly before: ListedSegment | undefined;
  readonly after: ListedSegment | undefined;
}

function partOf(
  { uri, byteRange }: Pick<Segment | MapTag, 'uri' | 'byteRange'>,
  base: string,
): MediaPart | undefined {
  const address = URL.parse(uri, base)?.href;
  return address === undefined ? undefined : { address, byteRange };
}

function listed(segment: Segment | undefined, url: string): ListedSegment | undefined {
  if (segment === undefined || segment.gap) return undefined;
  const { map, keys, durationSeconds } = segment;
  const part = partOf(segment, url);
  if (part === undefined) return undefined;
  return {
    ...part,
    initialization: map && partOf(map, url),
    durationSeconds,
    isEncrypted: keys.length > 0 || (map?.keys.length ?? 0) > 0,
    clockSeconds: 0,
  };
}

/**
 * The segments before and behind a number of a media playlist: all renditions of an output have the same numbers. Parts of
 * low-latency playlists are no segments: a splice waits for the whole one.
 * @param url that answered
 * @returns what the playlist lists of both
 * @throws HlsLimitError when the text is larger than the parser reads
 */
export function hlsSegmentsAt(text: string, url: string, number: number): SpliceSegments {
  const { segments } = parseMediaPlaylist(text).playlist;
  const at = (msn: number) =>
    listed(
      segments.find((segment) => segment.msn === msn),
      url,
    );
  return { before: at(number - 1), after: at(number) };
}

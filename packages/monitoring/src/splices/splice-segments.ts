/** Finds the segments before and after a splice in a media playlist. */
import { type ByteRange, type MapTag, parseMediaPlaylist, type Segment } from '@interlude/hls';

/** Bytes that are requested: a resource, or a part of it. */
export interface MediaPart {
  /** Resolved. */
  readonly address: string;
  readonly byteRange?: ByteRange | undefined;
}

export interface ListedSegment extends MediaPart {
  /** EXT-X-MAP or initialization segment, which is decoded before the segment. */
  readonly initialization: MediaPart | undefined;
  readonly durationSeconds: number;
  readonly isEncrypted: boolean;
  /** Media time at which its Period begins, seconds; 0 in HLS. Tracks of an MPD have clocks of their own. */
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
 * The segments before and after a splice in a media playlist. Partial segments are not taken: a splice waits for the
 * whole segment.
 * @param url that answered, after redirects
 * @param number media sequence number of the segment after the splice, the same in all renditions of an output
 * @returns both segments, each undefined where the playlist does not list it
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

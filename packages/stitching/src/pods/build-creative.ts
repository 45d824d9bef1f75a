import type { MediaPlaylist, Segment } from '@interlude/hls';
import type { AdDropReason } from '../reasons.ts';
import { uriResolver } from '../source/resolve-uri.ts';
import type { SourceRendition } from '../source/source-renditions.ts';
import type { Creative, CreativeRendition } from './creative.ts';

/** A media playlist of a creative and the address it came from, after redirects. */
export interface CreativePlaylist {
  readonly playlist: MediaPlaylist;
  readonly baseUrl: string;
}

export interface BuildCreativeInput {
  readonly creativeId: string;
  /** Renditions of the channel; the first is its reference. */
  readonly source: readonly SourceRendition[];
  /** By id of the source rendition: the playlist of the creative that `matchRenditions` chose. */
  readonly playlists: ReadonlyMap<string, CreativePlaylist>;
  /** Seconds: the channel's target duration. */
  readonly targetDuration: number;
  /** The channel's segments have an initialisation section (fMP4); those of the creative must, too (H8). */
  readonly usesMaps: boolean;
}

function extinfOf(segment: Segment): string {
  return segment.tags.find((tag) => tag.name === 'EXTINF')?.value ?? `${segment.durationSeconds},`;
}

/** Reason why a playlist cannot be stitched as an ad; undefined when it can. */
function refusal(
  { playlist }: CreativePlaylist,
  input: BuildCreativeInput,
): AdDropReason | undefined {
  const { segments } = playlist;
  const [first] = segments;
  if (first === undefined) return 'CREATIVE_UNUSABLE';
  const broken = segments.some(
    (segment, index) =>
      segment.keys.length > 0 ||
      segment.gap ||
      segment.durationSeconds <= 0 ||
      segment.map?.uri !== first.map?.uri ||
      (index > 0 && segment.discontinuity),
  );
  if (broken) return 'CREATIVE_UNUSABLE';
  if ((first.map !== undefined) !== input.usesMaps) return 'NO_VARIANT_MATCH';
  const tooLong = segments.some(
    (segment) => Math.round(segment.durationSeconds) > input.targetDuration,
  );
  return tooLong ? 'SEGMENT_TOO_LONG' : undefined;
}

function toRendition({ playlist, baseUrl }: CreativePlaylist): CreativeRendition {
  const resolve = uriResolver(baseUrl);
  const startsMs: number[] = [];
  let atMs = 0;
  const segments = playlist.segments.map((segment) => {
    startsMs.push(atMs);
    atMs += segment.durationSeconds * 1000;
    return {
      durationSeconds: segment.durationSeconds,
      extinf: extinfOf(segment),
      uri: resolve(segment.uri),
      byteRange: segment.byteRange,
    };
  });
  const map = playlist.segments[0]?.map;
  return {
    segments,
    startsMs,
    map: map && { uri: resolve(map.uri), byteRange: map.byteRange },
  };
}

/**
 * Address of the segments of empty subtitles, which the stitcher generates (H23). It has a scheme of its
 * own, so that nothing fetches it.
 */
export const EMPTY_SUBTITLES_URI = 'interlude:empty.vtt';

/** Subtitles of an ad: an empty segment for each of its video segments, so that the discontinuities agree. */
function emptySubtitles({ segments, startsMs }: CreativeRendition): CreativeRendition {
  return {
    startsMs,
    segments: segments.map(({ durationSeconds, extinf }) => ({
      durationSeconds,
      extinf,
      uri: EMPTY_SUBTITLES_URI,
    })),
  };
}

function boundariesMs(rendition: CreativeRendition | undefined): number[] {
  if (rendition === undefined) return [];
  return rendition.segments.map(
    (segment, index) => (rendition.startsMs[index] ?? 0) + segment.durationSeconds * 1000,
  );
}

/**
 * Builds a creative of its playlists, or gives the reason why it cannot be stitched into this channel.
 * @returns the creative with its renditions by id, durations in ms
 * @see rules H8, H12, H22, H23
 */
export function buildCreative(input: BuildCreativeInput): Creative | AdDropReason {
  const renditions: Record<string, CreativeRendition> = {};
  const made = new Map<CreativePlaylist, CreativeRendition>();
  let longestFirstMs = 0;
  for (const { renditionId, kind } of input.source) {
    const videoTracks = renditions[input.source[0]?.renditionId ?? ''];
    if (kind === 'subtitles' && videoTracks !== undefined) {
      renditions[renditionId] = emptySubtitles(videoTracks);
      continue;
    }
    const playlist = input.playlists.get(renditionId);
    // A rendition without the ad would have fewer discontinuities than the others (H27).
    if (playlist === undefined) return 'NO_VARIANT_MATCH';
    const reason = refusal(playlist, input);
    if (reason !== undefined) return reason;
    const rendition = made.get(playlist) ?? toRendition(playlist);
    made.set(playlist, rendition);
    renditions[renditionId] = rendition;
    longestFirstMs = Math.max(longestFirstMs, (rendition.segments[0]?.durationSeconds ?? 0) * 1000);
  }
  const boundaries = boundariesMs(renditions[input.source[0]?.renditionId ?? '']);
  return {
    creativeId: input.creativeId,
    durationMs: boundaries.at(-1) ?? 0,
    boundariesMs: boundaries,
    begunAfterMs: longestFirstMs / 2,
    renditions,
  };
}

// One rendition of an asset, read once and shared by all sessions: its segments as outputs print them.
import type { MediaPlaylist, Segment } from '@interlude/hls';
import { ContentBlock, type SuppressedTags } from '../hls/content-block.ts';
import { uriResolver } from '../source/resolve-uri.ts';

export interface VodRendition {
  readonly renditionId: string;
  readonly playlist: MediaPlaylist;
  readonly segments: readonly VodSegment[];
  /** ms. */
  readonly durationMs: number;
  readonly longestSegmentMs: number;
  /** Header lines that outputs print, too, as they were. */
  readonly passedHeader: readonly { readonly name: string; readonly line: string }[];
}

export interface VodSegment {
  readonly source: Segment;
  /** ms of the content. */
  readonly startMs: number;
  readonly durationMs: number;
  /** With its dates and markers. */
  readonly verbatim: ContentBlock;
  /** Without dates: they have no meaning any more when ads are between (H11). */
  readonly undated: ContentBlock;
}

/** Lines that speak of the whole playlist and hold no address that would have to be made absolute. */
const PASSED_HEADER: ReadonlySet<string> = new Set([
  'EXT-X-START',
  'EXT-X-ALLOW-CACHE',
  'EXT-X-I-FRAMES-ONLY',
]);

/** Dates, and what needs them. */
const DATES = ['EXT-X-PROGRAM-DATE-TIME', 'EXT-X-DATERANGE'] as const;

function passedHeader({ headerTags }: MediaPlaylist, suppressed: SuppressedTags) {
  return headerTags
    .filter(({ name }) => PASSED_HEADER.has(name) && !suppressed.has(name))
    .map(({ name, value }) => ({ name, line: value === '' ? `#${name}` : `#${name}:${value}` }));
}

/**
 * @param baseUrl address of the playlist after redirects
 * @param suppressed `hlsSuppressTags` as full tag names
 * @returns the segments with their times in ms of content
 * @see RFC 8216 §4.3.3.5
 */
export function vodRendition(
  renditionId: string,
  playlist: MediaPlaylist,
  baseUrl: string,
  suppressed: SuppressedTags,
): VodRendition {
  const resolve = uriResolver(baseUrl);
  const undated = new Set([...suppressed, ...DATES]);
  let startMs = 0;
  let longestSegmentMs = 0;
  let previous: Segment | undefined;
  const segments: VodSegment[] = [];
  for (const source of playlist.segments) {
    const durationMs = source.durationSeconds * 1000;
    const input = { segment: source, previous, dateMs: Number.NaN, resolve };
    segments.push({
      source,
      startMs,
      durationMs,
      verbatim: new ContentBlock({ ...input, suppressed }),
      undated: new ContentBlock({ ...input, suppressed: undated }),
    });
    startMs += durationMs;
    longestSegmentMs = Math.max(longestSegmentMs, durationMs);
    previous = source;
  }
  return {
    renditionId,
    playlist,
    segments,
    durationMs: startMs,
    longestSegmentMs,
    passedHeader: passedHeader(playlist, suppressed),
  };
}

/** Index of the boundary nearest to a time; the number of segments is the end. */
export function boundaryIndex({ segments, durationMs }: VodRendition, atMs: number): number {
  if (atMs >= durationMs) return segments.length;
  const after = segments.findIndex(({ startMs }) => startMs >= atMs);
  const next = after < 0 ? segments.length : after;
  if (next === 0) return 0;
  const nextMs = segments[next]?.startMs ?? durationMs;
  const beforeMs = segments[next - 1]?.startMs ?? 0;
  return atMs - beforeMs <= nextMs - atMs ? next - 1 : next;
}

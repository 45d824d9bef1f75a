// One rendition of an asset, read once and shared by all sessions: its segments as outputs print them.
import type { MediaPlaylist, Segment } from '@interlude/hls';
import { ContentBlock, type SuppressedTags } from '../hls/content-block.ts';
import { type UriResolver, uriResolver } from '../source/resolve-uri.ts';

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
  /** Without dates, which are wrong once ads are between the segments (H11). */
  readonly undated: ContentBlock;
}

/** Header tags that apply to the whole playlist and contain no address. */
const PASSED_HEADER: ReadonlySet<string> = new Set([
  'EXT-X-START',
  'EXT-X-ALLOW-CACHE',
  'EXT-X-I-FRAMES-ONLY',
]);

/** Tags with dates, and tags that depend on them. */
const DATES = ['EXT-X-PROGRAM-DATE-TIME', 'EXT-X-DATERANGE'] as const;

function passedHeader({ headerTags }: MediaPlaylist, suppressed: SuppressedTags) {
  return headerTags
    .filter(({ name }) => PASSED_HEADER.has(name) && !suppressed.has(name))
    .map(({ name, value }) => ({ name, line: value === '' ? `#${name}` : `#${name}:${value}` }));
}

/** Options with which the segments of a rendition are printed. */
interface Printing {
  readonly resolve: UriResolver;
  readonly suppressed: SuppressedTags;
  readonly undated: SuppressedTags;
}

/** Renders its lines when they are printed: of thousands of segments those never played take one object each. */
class OnDemandSegment implements VodSegment {
  readonly source: Segment;
  readonly startMs: number;
  readonly #previous: Segment | undefined;
  readonly #printing: Printing;
  #verbatim: ContentBlock | undefined;
  #undated: ContentBlock | undefined;

  constructor(source: Segment, startMs: number, previous: Segment | undefined, printing: Printing) {
    this.source = source;
    this.startMs = startMs;
    this.#previous = previous;
    this.#printing = printing;
  }

  get durationMs(): number {
    return this.source.durationSeconds * 1000;
  }

  get verbatim(): ContentBlock {
    this.#verbatim ??= this.#block(this.#printing.suppressed);
    return this.#verbatim;
  }

  get undated(): ContentBlock {
    this.#undated ??= this.#block(this.#printing.undated);
    return this.#undated;
  }

  #block(suppressed: SuppressedTags): ContentBlock {
    const { resolve } = this.#printing;
    const { source: segment } = this;
    const previous = this.#previous;
    return new ContentBlock({ segment, previous, dateMs: Number.NaN, resolve, suppressed });
  }
}

/**
 * A media playlist of an asset with its segments on the timeline of the content.
 * @param baseUrl address of the playlist after redirects
 * @param suppressed `hlsSuppressTags` as full tag names
 * @param startsMs where each segment begins, ms of the content; default at the end of the one before
 * @returns the segments with their times in ms of content
 * @see RFC 8216 §4.3.3.5
 */
export function vodRendition(
  renditionId: string,
  playlist: MediaPlaylist,
  baseUrl: string,
  suppressed: SuppressedTags,
  startsMs: readonly number[] = [],
): VodRendition {
  const undated = new Set([...suppressed, ...DATES]);
  const printing = { resolve: uriResolver(baseUrl), suppressed, undated };
  let startMs = 0;
  let longestSegmentMs = 0;
  let previous: Segment | undefined;
  const segments: VodSegment[] = [];
  for (const [index, source] of playlist.segments.entries()) {
    const durationMs = source.durationSeconds * 1000;
    segments.push(new OnDemandSegment(source, startsMs[index] ?? startMs, previous, printing));
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

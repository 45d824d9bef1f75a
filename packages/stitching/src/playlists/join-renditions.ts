// Items of a playlist one after the other as one asset on demand. An item ends at the boundary of the
// reference's segments at or before its duration; its other renditions end at the boundary nearest to it, and
// all begin the next item at the same time, so that cuts fall between the same items in all of them (H3).
import { type MediaPlaylist, parseMediaPlaylist } from '@interlude/hls';
import type { ContentBlock, SuppressedTags } from '../hls/content-block.ts';
import { boundaryIndex, type VodRendition, vodRendition } from '../vod/vod-rendition.ts';

/** Rounding of segment durations, ms. */
const TOLERANCE_MS = 50;

/**
 * Duration that is played of an item, ms: up to its last segment boundary within
 * `atMostMs`; at least its first segment.
 * @see rule H36
 */
export function playedMs({ segments, durationMs }: VodRendition, atMostMs: number): number {
  if (durationMs <= atMostMs + TOLERANCE_MS) return durationMs;
  const last = segments.findLast(
    (segment) => segment.startMs + segment.durationMs <= atMostMs + TOLERANCE_MS,
  );
  const end = last ?? segments[0];
  return end === undefined ? 0 : end.startMs + end.durationMs;
}

/** One item in one rendition. */
export interface RenditionPart {
  readonly rendition: VodRendition;
  /** ms of the joined asset. */
  readonly startMs: number;
  /** ms. */
  readonly playedMs: number;
}

interface Cut extends RenditionPart {
  /** Index of the first segment that is not played. */
  readonly end: number;
}

/** @param before the last segment of the item before; undefined at the start */
function partText({ rendition, end }: Cut, before: ContentBlock | undefined): string {
  const shown = rendition.segments.slice(0, end);
  const lines = shown.map(({ source, verbatim }, index) => {
    const isNew = index === 0 ? before !== undefined : source.discontinuity;
    return (isNew ? '#EXT-X-DISCONTINUITY\n' : '') + verbatim.text(index === 0, false);
  });
  const clearing = before && shown[0]?.verbatim.clearingLineAfter(before);
  return (clearing ?? '') + lines.join('');
}

function header(cuts: readonly Cut[]): string {
  const playlists = cuts.map(({ rendition }) => rendition.playlist);
  // A tag for the whole playlist of one item need not hold for the others.
  const passed = cuts.length === 1 ? (cuts[0]?.rendition.passedHeader ?? []) : [];
  const most = (of: (playlist: MediaPlaylist) => number) => Math.max(...playlists.map(of));
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${most(({ version }) => version)}`,
    `#EXT-X-TARGETDURATION:${most(({ targetDuration }) => targetDuration)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...(playlists.every(({ independentSegments }) => independentSegments)
      ? ['#EXT-X-INDEPENDENT-SEGMENTS']
      : []),
    ...passed.map(({ line }) => line),
    '',
  ].join('\n');
}

function joinedText(cuts: readonly Cut[]): string {
  let text = header(cuts);
  let before: ContentBlock | undefined;
  for (const cut of cuts) {
    text += partText(cut, before);
    before = cut.rendition.segments[cut.end - 1]?.verbatim;
  }
  return `${text}#EXT-X-ENDLIST\n`;
}

/** Times of the segments as if every item began exactly where it does in the reference. */
function alignedStartsMs(cuts: readonly Cut[]): number[] {
  return cuts.flatMap(({ rendition, startMs, end }) =>
    rendition.segments.slice(0, end).map((segment) => startMs + segment.startMs),
  );
}

/**
 * Joins the items of an asset in one rendition.
 * @param parts the same items for every rendition of the asset, at the same times
 * @returns the items' segments in a row, with a discontinuity at each joint
 * @see RFC 8216 §4.3.2.3; rules H3, H36
 */
export function joinRenditions(
  renditionId: string,
  parts: readonly RenditionPart[],
  suppressed: SuppressedTags,
): VodRendition {
  const cuts = parts.map((part): Cut => {
    const end = boundaryIndex(part.rendition, part.playedMs);
    return { ...part, end: Math.max(1, end) };
  });
  const { playlist } = parseMediaPlaylist(joinedText(cuts));
  const joined = vodRendition(renditionId, playlist, '', suppressed, alignedStartsMs(cuts));
  const last = cuts.at(-1);
  return { ...joined, durationMs: last ? last.startMs + last.playedMs : 0 };
}

// A playlist as a feed of items: placeholders filled, cue points in ms.
import type { CuePoint, PlaylistItem } from '@interlude/contract';
import type { MrssCuePoint } from '@interlude/vast';

export interface FeedItem {
  /** By the item's place in the playlist, so that it stays when others are left out. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly delivery: 'hls' | 'dash' | 'other';
  /** Longest duration that is played of it, ms. */
  readonly durationMs: number;
  /** Ascending; the one after the item (-1) last. */
  readonly cuePoints: readonly MrssCuePoint[];
  /** As it is stored. */
  readonly item: PlaylistItem;
}

export interface PlaylistFeed {
  readonly id: string;
  readonly title: string;
  readonly items: readonly FeedItem[];
}

interface Playlist {
  readonly id: string;
  readonly name: string;
  readonly contents: readonly PlaylistItem[];
}

const END = -1;

function spliceTimeMs(
  { spliceTime }: CuePoint,
  { spliceType }: PlaylistItem,
  playedMs: number,
): number {
  if (spliceType === 'seconds') return Math.round(spliceTime * 1000);
  return spliceTime >= 100 ? END : Math.round((playedMs * spliceTime) / 100);
}

const order = (timeMs: number) => (timeMs === END ? Number.POSITIVE_INFINITY : timeMs);

/**
 * Cue points of an item.
 * @param playedMs duration that is played of the item, to which percentages refer
 * @returns cue points in ms from the item's start, ascending
 * @see Media RSS 1.5.1; rule V9
 */
export function itemCuePoints(item: PlaylistItem, playedMs: number): MrssCuePoint[] {
  return item.cuePoints
    .map(
      (point, index): MrssCuePoint => ({
        id: String(index + 1),
        spliceTimeMs: spliceTimeMs(point, item, playedMs),
        maxCount: point.maxAds,
        durationMs: Math.round(point.maxDuration * 1000),
        params: {},
      }),
    )
    .toSorted((a, b) => Math.sign(order(a.spliceTimeMs) - order(b.spliceTimeMs)) || 0);
}

/** Delivery by the extension of the file; `other` when the address has neither. */
function deliveryOf(url: string): FeedItem['delivery'] {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (/\.m3u8$/i.test(path)) return 'hls';
  return /\.mpd$/i.test(path) ? 'dash' : 'other';
}

/**
 * @param contents addresses for the placeholders: the n-th fills the n-th, one without is left out (OP-42)
 * @returns the items that can be played, with their cue points in ms
 */
export function playlistFeed(
  { id, name, contents: list }: Playlist,
  contents: readonly string[],
): PlaylistFeed {
  let placeholders = 0;
  const items = list.flatMap((item, index): FeedItem[] => {
    const url = item.sourceType === 'url' ? item.url : (contents[placeholders++] ?? '');
    if (url === '') return [];
    const durationMs = Math.round(item.duration * 1000);
    return [
      {
        id: `${id}-${index + 1}`,
        title: `${name} ${index + 1}`,
        url,
        delivery: deliveryOf(url),
        durationMs,
        cuePoints: itemCuePoints(item, durationMs),
        item,
      },
    ];
  });
  return { id, title: name, items };
}

// The two forms of a playlist's feed. Times are in seconds, but for `splicetime` of MRSS, which is in ms.
import { element, writeElement, type XmlElement } from '@interlude/dash';
import type { MrssCuePoint } from '@interlude/vast';
import type { FeedItem, PlaylistFeed } from './playlist-feed.ts';

const CUE_POINTS = 'urn:interlude:cuepoints:1';
const MIME_TYPES = {
  hls: 'application/vnd.apple.mpegurl',
  dash: 'application/dash+xml',
  other: undefined,
} as const;

const seconds = (ms: number) => ms / 1000;
const text = (name: string, value: string | number) => element(name, {}, [String(value)]);

function cuePointElement({ id, spliceTimeMs, maxCount, durationMs }: MrssCuePoint): XmlElement {
  return element('ad:cuepoint', { id }, [
    text('ad:splicetime', spliceTimeMs),
    ...(maxCount === undefined ? [] : [text('ad:maxcount', maxCount)]),
    ...(durationMs === undefined ? [] : [text('ad:duration', seconds(durationMs))]),
  ]);
}

function itemElement({ id, title, url, delivery, durationMs, cuePoints }: FeedItem): XmlElement {
  const type = MIME_TYPES[delivery];
  const points = element('ad:cuepoints', {}, cuePoints.map(cuePointElement));
  return element('item', {}, [
    element('guid', { isPermaLink: 'false' }, [id]),
    text('title', title),
    element('media:content', { url, type, duration: seconds(durationMs) }),
    ...(cuePoints.length > 0 ? [points] : []),
  ]);
}

/**
 * The feed as Media RSS with the cue points of its items.
 * @returns XML text; addresses and titles are escaped
 * @see RSS 2.0; Media RSS 1.5.1
 */
export function writeMrss({ title, items }: PlaylistFeed): string {
  const root = element(
    'rss',
    {
      version: '2.0',
      'xmlns:media': 'http://search.yahoo.com/mrss/',
      'xmlns:ad': CUE_POINTS,
    },
    [element('channel', {}, [text('title', title), ...items.map(itemElement)])],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`;
}

/**
 * The feed as JSON, with the cue points of its items.
 * @returns JSON text; durations and `spliceTime` in seconds, `spliceTime` null = after the item
 * @see DATA-030, DATA-031
 */
export function writeJsonFeed({ id, title, items }: PlaylistFeed): string {
  return JSON.stringify({
    id,
    name: title,
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      url: item.url,
      type: MIME_TYPES[item.delivery] ?? null,
      duration: seconds(item.durationMs),
      cuePoints: item.cuePoints.map(({ id: pointId, spliceTimeMs, maxCount, durationMs }) => ({
        id: pointId,
        spliceTime: spliceTimeMs < 0 ? null : seconds(spliceTimeMs),
        maxAds: maxCount ?? null,
        maxDuration: durationMs === undefined ? null : seconds(durationMs),
      })),
    })),
  });
}

// A DASH asset as an item of a linear channel.
import { type Mpd, type Period, parseMpd } from '@interlude/dash';
import { periodBaseUrls } from '../dash-source/base-urls.ts';
import { mpdContent } from '../vod/mpd-content.ts';
import type { ReadItem } from './hls-item.ts';
import type { ItemTexts } from './item-texts.ts';
import { US_PER_MS } from './linear-limits.ts';

export interface DashItemPeriod {
  readonly period: Period;
  /** After the item's start, microseconds. */
  readonly startUs: number;
  readonly untilUs: number;
  /** Absolute. */
  readonly baseUrls: readonly {
    readonly url: string;
    readonly serviceLocation?: string | undefined;
  }[];
}

export interface DashItem {
  readonly mpd: Mpd;
  readonly periods: readonly DashItemPeriod[];
  /** Boundaries of the video's segments: ascending from 0 to the end, microseconds. */
  readonly boundariesUs: readonly number[];
  readonly longestMs: number;
  /** Codec families by kind of content: `video avc1`, `audio mp4a`. */
  readonly forms: ReadonlySet<string>;
}

const unusable = (reason: string) => ({ kind: 'unusable', reason }) as const;

function formsOf({ periods }: Mpd): Set<string> {
  const forms = new Set<string>();
  for (const { contentType, codecs, representations, isTrickMode, isThumbnail } of periods.flatMap(
    (period) => period.adaptationSets,
  )) {
    const isMedia = contentType === 'video' || contentType === 'audio';
    if (!isMedia || isTrickMode || isThumbnail) continue;
    for (const one of representations)
      forms.add(`${contentType} ${(one.codecs ?? codecs ?? '').split('.', 1)[0]}`);
  }
  return forms;
}

function isInOneFile({ periods }: Mpd): boolean {
  return periods.some(({ adaptationSets }) =>
    adaptationSets.some(
      ({ contentType, representations }) =>
        (contentType === 'video' || contentType === 'audio') &&
        representations.some(({ addressing }) => addressing.kind === 'base'),
    ),
  );
}

function remoteElements({ periods }: Mpd): boolean {
  return periods.some(
    (period) =>
      period.xlinkHref !== undefined ||
      period.adaptationSets.some(({ xlinkHref }) => xlinkHref !== undefined),
  );
}

function periodsOf(mpd: Mpd, url: string, endUs: number): DashItemPeriod[] {
  return mpd.periods.map((period, index) => ({
    period,
    startUs: Math.round(period.startMs * US_PER_MS),
    untilUs: Math.round((mpd.periods[index + 1]?.startMs ?? endUs / US_PER_MS) * US_PER_MS),
    baseUrls: periodBaseUrls(url, mpd.baseUrls, period.baseUrls),
  }));
}

/**
 * Reads the stored MPD of a DASH asset.
 * @returns the item with times in microseconds, or a sentence why it cannot be played
 * @see ISO/IEC 23009-1 §5.3; rule D21
 */
export function readDashItem({ manifest: { url, text } }: ItemTexts): ReadItem<DashItem> {
  const { mpd } = parseMpd(text);
  if (mpd === undefined) return unusable('it is not an MPD');
  if (mpd.type !== 'static') return unusable('it is not on demand: it has no end');
  if (remoteElements(mpd)) return unusable('it refers to remote elements (xlink)');
  if (isInOneFile(mpd)) return unusable('its tracks are files without a list of segments');
  const content = mpdContent(mpd);
  if (content === undefined || content.boundariesMs.length < 2)
    return unusable('its duration is unknown');
  const boundariesUs = [...new Set(content.boundariesMs.map((ms) => Math.round(ms * US_PER_MS)))];
  return {
    kind: 'item',
    item: {
      mpd,
      periods: periodsOf(mpd, url, boundariesUs.at(-1) ?? 0),
      boundariesUs,
      longestMs: content.longestSegmentMs,
      forms: formsOf(mpd),
    },
  };
}

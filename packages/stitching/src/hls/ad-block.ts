import { formatDateTime } from '@interlude/hls';
import { adDateMs } from '../plan/ad-dates.ts';
import type { LocationRewriter } from '../source/rewrite-location.ts';
import type { SourceWindow } from '../source/source-window.ts';
import type { EmptyTextAddresses } from '../subtitles/text-form.ts';
import type { AdItem } from './lay-out.ts';

/** Names one ad segment of a session; the address in the playlist is made of it. */
export interface AdSegmentRef {
  readonly breakId: string;
  readonly placementIndex: number;
  readonly renditionId: string;
  readonly segmentIndex: number;
}

export type AdSegmentUri = (ref: AdSegmentRef, item: AdItem) => string;

export interface AdBlockState {
  /** First item of the playlist: no key or map applies yet. */
  readonly isHead: boolean;
  /** The item before it is encrypted content. */
  readonly afterEncrypted: boolean;
  /** Print EXT-X-PROGRAM-DATE-TIME. */
  readonly dated: boolean;
}

function byteRangeText(range: { length: number; offset: number }): string {
  return `${range.length}@${range.offset}`;
}

/** Functions and addresses from which those of ads are made. */
interface AdAddresses {
  readonly adSegmentUri: AdSegmentUri;
  readonly adLocation?: LocationRewriter | undefined;
  readonly emptyText?: EmptyTextAddresses | undefined;
}

function mapLine(item: AdItem, { adLocation: location, emptyText }: AdAddresses): string {
  if (emptyText !== undefined) return `#EXT-X-MAP:URI="${emptyText.mapUri}"\n`;
  const { map } = item.ad.rendition;
  if (map === undefined) return '';
  const range = map.byteRange === undefined ? '' : `,BYTERANGE="${byteRangeText(map.byteRange)}"`;
  const uri = location === undefined ? map.uri : location.rewrite(map.uri);
  return `#EXT-X-MAP:URI="${uri}"${range}\n`;
}

/** EXT-X-PROGRAM-DATE-TIME by the plan's times, so that it is the same in every rendition. */
function dateLine({ ad, planned, cutNumber }: AdItem, window: SourceWindow): string {
  const epoch = window.epochs.findLast((candidate) => candidate.firstNumber <= cutNumber);
  const dateMs = adDateMs(planned, ad) - (epoch?.clockOffsetMs ?? 0);
  return `#EXT-X-PROGRAM-DATE-TIME:${formatDateTime(dateMs)}\n`;
}

/** Subtitles in fMP4 begin anew with each ad, like its audio and video. */
function emptyTextUri({ ad }: AdItem, { segmentUri }: EmptyTextAddresses): string {
  const { rendition, segmentIndex, segment } = ad;
  const startMs = Math.round(rendition.startsMs[segmentIndex] ?? 0);
  return segmentUri(startMs, Math.round(segment.durationSeconds * 1000));
}

/** The lines of one ad segment, without DISCONTINUITY. */
export function adBlock(
  item: AdItem,
  window: SourceWindow,
  state: AdBlockState,
  addresses: AdAddresses,
): string {
  const { ad, planned } = item;
  const begins = state.isHead || ad.segmentIndex === 0;
  // Ads are clear; without METHOD=NONE the content's key would apply to them (H9).
  const key = state.afterEncrypted ? '#EXT-X-KEY:METHOD=NONE\n' : '';
  const map = begins ? mapLine(item, addresses) : '';
  const dated = state.dated && (begins || planned.dateScale < 1);
  const date = dated ? dateLine(item, window) : '';
  const { byteRange, extinf } = ad.segment;
  const range = byteRange === undefined ? '' : `#EXT-X-BYTERANGE:${byteRangeText(byteRange)}\n`;
  const { adSegmentUri, emptyText } = addresses;
  const ref = {
    breakId: planned.breakId,
    placementIndex: ad.placement.index,
    renditionId: window.renditionId,
    segmentIndex: ad.segmentIndex,
  };
  const uri = emptyText ? emptyTextUri(item, emptyText) : adSegmentUri(ref, item);
  return `${key}${map}${date}#EXTINF:${extinf}\n${range}${uri}\n`;
}

/**
 * The live media playlist at a moment (RFC 8216bis §4.4): a pure function of the options, so that any number of
 * labs and any restart agree. CMAF has no discontinuity; TS has one at each start of the loop.
 */
import { backLines, outLines } from './break-marks.ts';
import {
  type BreakPlace,
  breakAt,
  breakBefore,
  secondsOf,
  segmentStartMs,
} from './break-schedule.ts';
import { SEGMENT_MS } from './live-clock.ts';
import { edgeSegment, type LiveOptions, LOOP_SEGMENTS } from './live-options.ts';
import { hintLines, PARTS, partLines, partsAt, serverControlLines } from './low-latency.ts';
import { keyName, keyTag, segmentKey } from './segment-keys.ts';

/** Segments between two EXT-X-PROGRAM-DATE-TIME. */
const DATE_EVERY = 5;
const GAP_EVERY = 7;
/** Segments in one file of the byte-range variant; divides the loop, so that no file holds a discontinuity. */
export const RANGE_SEGMENTS = 5;

export interface PlaylistPlace {
  readonly kind: 'media' | 'iframes' | 'subtitles';
  /** Folder of the segments. */
  readonly rendition: string;
  /** Bytes, for byte ranges. */
  readonly sizeOf: (segment: number) => number;
  /** Bytes up to the end of the first video frame. */
  readonly firstFrameEnd: (segment: number) => number;
}

/** An on-demand playlist: segments from 0 on, all at once. */
export interface VodExtent {
  readonly segments: number;
  /** Breaks as points without length, for insertion instead of replacement. */
  readonly isInsertion: boolean;
}

interface Writing {
  readonly options: LiveOptions;
  readonly place: PlaylistPlace;
  readonly vod: VodExtent | undefined;
  readonly first: number;
  readonly last: number;
  /** Segment that has media sequence 0. */
  readonly origin: number;
}

export function writeLivePlaylist(
  options: LiveOptions,
  place: PlaylistPlace,
  vod?: VodExtent,
): string {
  const writing = { options, place, vod, ...windowOf(options, vod) };
  const lines = header(writing);
  for (let segment = writing.first; segment <= writing.last; segment += 1) {
    lines.push(...segmentLines(writing, segment));
  }
  if (vod !== undefined) lines.push('#EXT-X-ENDLIST');
  else if (isPartial(writing)) lines.push(...unfinishedLines(writing));
  return `${lines.join('\n')}\n`;
}

function windowOf(options: LiveOptions, vod: VodExtent | undefined) {
  if (vod !== undefined) return { first: 0, last: vod.segments - 1, origin: 0 };
  const last = edgeSegment(options.nowMs);
  const { restartSegments } = options;
  const origin = restartSegments === undefined ? 0 : last - (last % restartSegments);
  return { first: Math.max(origin, last - options.windowSegments + 1), last, origin };
}

const isPartial = ({ options, place }: Writing) => options.isLowLatency && place.kind === 'media';

function header(writing: Writing): string[] {
  const { options, place, vod, first, origin } = writing;
  const isTs = options.container === 'ts';
  // The tag of the window's first segment is left out, so its loop is already counted: floor, not ceil.
  const round = options.fault === 'ceil' ? Math.ceil : Math.floor;
  const loops = round(first / LOOP_SEGMENTS) - Math.floor(origin / LOOP_SEGMENTS);
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${versionOf(writing)}`,
    `#EXT-X-TARGETDURATION:${Math.ceil(SEGMENT_MS / 1000)}`,
    ...(vod === undefined ? [] : ['#EXT-X-PLAYLIST-TYPE:VOD']),
    ...(isPartial(writing) ? serverControlLines : []),
    `#EXT-X-MEDIA-SEQUENCE:${first - origin}`,
    ...(isTs ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${loops}`] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(place.kind === 'iframes' ? ['#EXT-X-I-FRAMES-ONLY'] : []),
    ...definitions(writing),
    ...(isTs || place.kind === 'subtitles'
      ? []
      : [`#EXT-X-MAP:URI="${folderOf(writing)}/init.mp4"`]),
  ];
}

function versionOf({ options, place }: Writing): number {
  if (options.isLowLatency) return 9;
  if (options.isDefined) return 8;
  return options.container === 'ts' && place.kind !== 'iframes' ? 4 : 7;
}

function definitions({ options, place }: Writing): string[] {
  if (!options.isDefined) return [];
  return [
    '#EXT-X-DEFINE:IMPORT="media"',
    `#EXT-X-DEFINE:NAME="rendition",VALUE="${place.rendition}"`,
  ];
}

const folderOf = ({ options, place }: Writing) =>
  options.isDefined ? '{$media}/{$rendition}' : place.rendition;

function segmentLines(writing: Writing, segment: number): string[] {
  const { options, place } = writing;
  const isGap = options.hasGaps && segment % GAP_EVERY === GAP_EVERY - 1;
  return [
    ...leadingLines(writing, segment),
    ...(isPartial(writing) && segment > writing.last - 2
      ? partLines(folderOf(writing), segment, PARTS)
      : []),
    ...(isGap && place.kind !== 'iframes' ? ['#EXT-X-GAP'] : []),
    `#EXTINF:${secondsOf(1).toFixed(5)},`,
    ...rangeLines(writing, segment),
    fileOf(writing, segment),
  ];
}

/** All tags before EXTINF of a segment, or before its parts. */
function leadingLines(writing: Writing, segment: number): string[] {
  const { options, first, vod } = writing;
  const inside = breakAt(segment, options);
  const before = inside?.position === 0 ? undefined : breakAt(segment - 1, options);
  const ended = inside === undefined ? before : undefined;
  const isTurn = options.container === 'ts' && segment % LOOP_SEGMENTS === 0;
  const isEdge = inside?.position === 0 || ended !== undefined;
  const isDated = vod === undefined || options.dialect.startsWith('daterange');
  return [
    ...(isTurn && segment > first ? ['#EXT-X-DISCONTINUITY'] : []),
    ...keyLines(writing, segment),
    ...(isDated && (segment === first || segment % DATE_EVERY === 0 || isEdge)
      ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(segmentStartMs(segment)).toISOString()}`]
      : []),
    ...markLines(writing, segment, inside, ended),
  ];
}

function markLines(
  { options, place, vod }: Writing,
  segment: number,
  inside: BreakPlace | undefined,
  ended: BreakPlace | undefined,
): readonly string[] {
  if (place.kind === 'iframes' || options.dialect === 'none') return [];
  if (vod?.isInsertion === true) {
    const isPoint = breakBefore(segment, options).position === 0;
    return isPoint ? ['#EXT-X-CUE-OUT:0', '#EXT-X-CUE-IN'] : [];
  }
  if (inside !== undefined) return outLines(options.dialect, inside);
  if (ended === undefined || options.returns === 'none') return [];
  return backLines(options.dialect, ended, segment);
}

/** A key's tag where the window begins and where the key changes. */
function keyLines({ options, place, first }: Writing, segment: number): string[] {
  const { encryption } = options;
  if (encryption === undefined || place.kind === 'subtitles') return [];
  const key = segmentKey(encryption, segment);
  const isNew = segment === first || key.id !== segmentKey(encryption, segment - 1).id;
  return isNew ? [keyTag(key)] : [];
}

function rangeLines({ options, place, first }: Writing, segment: number): string[] {
  if (place.kind === 'iframes') return [`#EXT-X-BYTERANGE:${place.firstFrameEnd(segment)}@0`];
  if (!options.isRanged || place.kind === 'subtitles') return [];
  const chunk = segment - (segment % RANGE_SEGMENTS);
  let offset = 0;
  for (let each = chunk; each < segment; each += 1) offset += place.sizeOf(each);
  // Within a file a byte range continues where the previous one ended (§4.4.4.2).
  const isFirst = segment === first || segment === chunk;
  return [`#EXT-X-BYTERANGE:${place.sizeOf(segment)}${isFirst ? `@${offset}` : ''}`];
}

function fileOf(writing: Writing, segment: number): string {
  const { options, place } = writing;
  const folder = folderOf(writing);
  if (place.kind === 'subtitles') return `${folder}/${segment}.vtt`;
  const extension = options.container === 'cmaf' ? 'm4s' : 'ts';
  if (options.isRanged) return `${folder}/c${Math.floor(segment / RANGE_SEGMENTS)}.${extension}`;
  const { encryption } = options;
  const key = encryption === undefined ? '' : `${keyName(segmentKey(encryption, segment))}.`;
  return `${folder}/${segment}.${key}${extension}`;
}

/** Parts of the segment that is being made, and a hint at the next one. */
function unfinishedLines(writing: Writing): string[] {
  const segment = writing.last + 1;
  const parts = partsAt(writing.options.nowMs, segmentStartMs(segment));
  const folder = folderOf(writing);
  return [
    ...(parts > 0 ? leadingLines(writing, segment) : []),
    ...partLines(folder, segment, parts),
    ...hintLines(folder, segment, parts),
  ];
}

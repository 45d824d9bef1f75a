// The ladder of a linear channel is that of its first item: every other item plays
// its nearest rendition in each of those.
import type { SourceRendition } from '../source/source-renditions.ts';
import type { HlsItem, LinearTrack, ReadItem } from './hls-item.ts';
import { US_PER_SECOND } from './linear-limits.ts';

/** Address of empty subtitles, relative to the playlists. */
export const LINEAR_EMPTY_SUBTITLES = 'empty.vtt';

/** An item with the track that each output rendition plays; subtitles may have none. */
export interface FittedItem {
  readonly item: HlsItem;
  readonly tracks: ReadonlyMap<string, LinearTrack>;
}

/** Discontinuities this close are at one time: audio frames end at other times than video frames. */
const JOINT_TOLERANCE_US = 100_000;

const FAMILIES: Readonly<Record<string, string>> = {
  avc1: 'avc',
  avc3: 'avc',
  hvc1: 'hevc',
  hev1: 'hevc',
  mp4a: 'aac',
};

const familyOf = (codec: string) => {
  const name = codec.split('.', 1)[0] ?? '';
  return FAMILIES[name] ?? name;
};

const familiesOf = ({ codecs }: SourceRendition) =>
  [...new Set(codecs.map(familyOf))].sort().join();

/** Whether codecs are of one family; playlists that name none are taken to have the same. */
function isSameForm(wanted: SourceRendition, found: SourceRendition): boolean {
  if (wanted.codecs.length === 0 || found.codecs.length === 0) return true;
  return familiesOf(wanted) === familiesOf(found);
}

/** Distance of two variants: the ratio of their heights, then that of their bandwidths. */
function distance(wanted: SourceRendition, found: SourceRendition): number {
  const factor = (a: number, b: number) => (a > 0 && b > 0 ? Math.abs(Math.log(a / b)) : 0);
  const lines = factor(wanted.resolution?.height ?? 0, found.resolution?.height ?? 0);
  return lines * 10 + factor(wanted.bandwidth, found.bandwidth);
}

function variantFor(wanted: SourceRendition, item: HlsItem): LinearTrack | undefined {
  const usable = item.tracks.filter(
    ({ rendition }) => rendition.kind === 'variant' && isSameForm(wanted, rendition),
  );
  return usable.toSorted(
    (a, b) => distance(wanted, a.rendition) - distance(wanted, b.rendition),
  )[0];
}

/** Likeness of audio or subtitles: language first, then channels, group, and DEFAULT. */
function likeness(wanted: SourceRendition, found: SourceRendition): number {
  return (
    (wanted.language === found.language ? 8 : 0) +
    (wanted.channels === found.channels ? 4 : 0) +
    (wanted.groupId === found.groupId ? 2 : 0) +
    (found.default ? 1 : 0)
  );
}

function mediaFor(wanted: SourceRendition, item: HlsItem): LinearTrack | undefined {
  const usable = item.tracks.filter(
    ({ rendition }) => rendition.kind === wanted.kind && isSameForm(wanted, rendition),
  );
  return usable.toSorted(
    (a, b) => likeness(wanted, b.rendition) - likeness(wanted, a.rendition),
  )[0];
}

/** Subtitles of the wanted language; undefined also when their segments are too long for playlists of this channel. */
function subtitlesFor(wanted: SourceRendition, item: HlsItem): LinearTrack | undefined {
  const found = mediaFor(wanted, item);
  const longestUs = (item.tracks[0]?.longestUs ?? 0) + US_PER_SECOND;
  if (found === undefined || found.longestUs > longestUs) return undefined;
  return found.rendition.language === wanted.language ? found : undefined;
}

/** Empty subtitles for as long as the video lasts. */
function silentTrack(rendition: SourceRendition, item: HlsItem): LinearTrack | undefined {
  const [like] = item.tracks;
  if (like === undefined) return undefined;
  const segments = like.segments.map(({ text, discontinuity }) => ({
    text: `${/#EXTINF:.*\n/.exec(text)?.[0] ?? ''}${LINEAR_EMPTY_SUBTITLES}\n`,
    map: '',
    keys: '',
    discontinuity,
  }));
  return { ...like, rendition, segments };
}

/** Whether subtitles are WebVTT without a map: only then items without subtitles can have empty files. */
const isPlainText = (first: HlsItem, { renditionId }: SourceRendition) =>
  first.tracks.find(({ rendition }) => rendition.renditionId === renditionId)?.segments[0]?.map ===
  '';

function trackFor(wanted: SourceRendition, item: HlsItem): LinearTrack | undefined {
  if (wanted.kind === 'variant') return variantFor(wanted, item);
  return wanted.kind === 'subtitles' ? subtitlesFor(wanted, item) : mediaFor(wanted, item);
}

const spareTrack = (wanted: SourceRendition, first: HlsItem, item: HlsItem) =>
  wanted.kind === 'subtitles' && isPlainText(first, wanted) ? silentTrack(wanted, item) : undefined;

const hasOwnAudio = (item: HlsItem) =>
  item.tracks.some(({ rendition }) => rendition.kind === 'audio');

/** Renditions of the channel: those of its first item. */
export function linearRenditions(first: HlsItem): readonly SourceRendition[] {
  return first.tracks.map(({ rendition }) => rendition);
}

/** Times of a track's own discontinuities, microseconds. */
const jointsOf = ({ segments, boundariesUs }: LinearTrack) =>
  segments.flatMap(({ discontinuity }, index) => (discontinuity ? [boundariesUs[index] ?? 0] : []));

/** Whether discontinuities are at the same times in all renditions: only then their numbers agree (H3). */
function hasEqualJoints({ tracks }: FittedItem): boolean {
  const [first = [], ...others] = [...tracks.values()].map(jointsOf);
  return others.every(
    (joints) =>
      joints.length === first.length &&
      joints.every((us, index) => Math.abs(us - (first[index] ?? 0)) < JOINT_TOLERANCE_US),
  );
}

/** Fits an item to the channel's renditions, or gives the reason why players could not play it. */
export function fitItem(first: HlsItem, item: HlsItem): ReadItem<FittedItem> {
  const no = (reason: string) => ({ kind: 'unusable', reason }) as const;
  const forms = { ts: 'MPEG-TS', fmp4: 'fragmented MP4' };
  if (item.container !== first.container)
    return no(`it is ${forms[item.container]} while the first item is ${forms[first.container]}`);
  if (hasOwnAudio(item) !== hasOwnAudio(first))
    return no('its audio is separate where the first item’s is multiplexed, or the reverse');
  const tracks = new Map<string, LinearTrack>();
  for (const wanted of linearRenditions(first)) {
    const track = trackFor(wanted, item) ?? spareTrack(wanted, first, item);
    if (track === undefined && wanted.kind !== 'subtitles')
      return no(
        `it has no rendition with the codecs of the first item's (${wanted.codecs.join(', ')})`,
      );
    if (track !== undefined) tracks.set(wanted.renditionId, track);
  }
  const fitted = { item, tracks };
  return hasEqualJoints(fitted)
    ? { kind: 'item', item: fitted }
    : no('its renditions have discontinuities at different places');
}

// The ladder of a linear channel is that of its first item: every other item plays in each of those renditions
// what comes nearest.
import type { SourceRendition } from '../source/source-renditions.ts';
import type { HlsItem, LinearTrack, ReadItem } from './hls-item.ts';
import { US_PER_SECOND } from './linear-limits.ts';

/** Where subtitles without a word are, relative to the playlists. */
export const LINEAR_EMPTY_SUBTITLES = 'empty.vtt';

/** An item with the track that each output rendition plays; subtitles may have none. */
export interface FittedItem {
  readonly item: HlsItem;
  readonly tracks: ReadonlyMap<string, LinearTrack>;
}

/** Audio is cut in other frames than video. */
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

/** Playlists that name no codecs are taken to have the same. */
function isSameForm(wanted: SourceRendition, found: SourceRendition): boolean {
  if (wanted.codecs.length === 0 || found.codecs.length === 0) return true;
  return familiesOf(wanted) === familiesOf(found);
}

/** Video by lines, then by rate: the factor between both. */
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

/** Audio or subtitles: the language first, then the channels, the group and the one that is on by default. */
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

/** Subtitles of another language, or in segments that no playlist of this channel could list, are none. */
function subtitlesFor(wanted: SourceRendition, item: HlsItem): LinearTrack | undefined {
  const found = mediaFor(wanted, item);
  const longestUs = (item.tracks[0]?.longestUs ?? 0) + US_PER_SECOND;
  if (found === undefined || found.longestUs > longestUs) return undefined;
  return found.rendition.language === wanted.language ? found : undefined;
}

/** Nothing is said for as long as the video lasts. */
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

/** WebVTT, which needs no map: empty files can stand between. */
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

/** Discontinuities count the same in every rendition (H3) only where they stand at one time. */
function hasEqualJoints({ tracks }: FittedItem): boolean {
  const [first = [], ...others] = [...tracks.values()].map(jointsOf);
  return others.every(
    (joints) =>
      joints.length === first.length &&
      joints.every((us, index) => Math.abs(us - (first[index] ?? 0)) < JOINT_TOLERANCE_US),
  );
}

/** Fits an item to the channel's renditions, or says why players could not follow. */
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

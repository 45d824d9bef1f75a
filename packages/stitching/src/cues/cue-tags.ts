// Tags that are markers of ad breaks. One list for finding and for stripping them.
import {
  type MediaPlaylist,
  parseAttributeList,
  parseDateTime,
  type Tag,
  taggedSegments,
} from '@interlude/hls';

/** Tags that always signal a break (DATERANGE only with SCTE-35 attributes, see `isCueTag`). */
export const CUE_TAG_NAMES = [
  'EXT-X-CUE-OUT',
  'EXT-X-CUE-OUT-CONT',
  'EXT-X-CUE-CONT',
  'EXT-X-CUE-IN',
  'EXT-X-CUE-SPAN',
  'EXT-X-CUE',
  'EXT-OATCLS-SCTE35',
  'EXT-X-OATCLS-SCTE35',
  'EXT-X-SCTE35',
  'EXT-SCTE35',
  'EXT-X-SPLICEPOINT-SCTE35',
  'EXT-X-ASSET',
  'EXT-X-SIGNAL-EXIT',
  'EXT-X-SIGNAL-RETURN',
] as const;

const names: ReadonlySet<string> = new Set(CUE_TAG_NAMES);
/** Tags that may be markers, by their names alone. */
export const maybeCues: ReadonlySet<string> = new Set(['EXT-X-DATERANGE', ...CUE_TAG_NAMES]);

function isScte35DateRange(tag: Tag): boolean {
  return tag.name === 'EXT-X-DATERANGE' && tag.value.includes('SCTE35-');
}

export function isCueTag(tag: Tag): boolean {
  return names.has(tag.name) || isScte35DateRange(tag);
}

/**
 * Whether the playlist carries a marker of an ad break. Not every packager marks all renditions.
 * @see RFC 8216 §4.3.2.7.1 and the dialects of packagers
 */
export function hasCueTags(playlist: MediaPlaylist): boolean {
  return (
    playlist.headerTags.some(isCueTag) ||
    playlist.trailerTags.some(isCueTag) ||
    taggedSegments(playlist, maybeCues).some((index) =>
      playlist.segments[index]?.tags.some(isCueTag),
    )
  );
}

/** A DATERANGE that announces a break starting at or after `atMs` (epoch ms on the source's own dates). */
export function isLaterCue(tag: Tag, atMs: number): boolean {
  if (!isScte35DateRange(tag)) return false;
  return parseDateTime(parseAttributeList(tag.value).get('START-DATE') ?? '') >= atMs;
}

import type { MediaPlaylist } from './media-playlist.ts';
import { ScannedSegment } from './scanned-segment.ts';

/**
 * Indexes of the segments whose own lines have one of the tags (names without `#`). Faster than to read the tags of
 * every segment: those with EXTINF and PROGRAM-DATE-TIME only are skipped.
 * @returns ascending indexes into `segments`
 * @see RFC 8216 §4.3.2
 */
export function taggedSegments(
  playlist: Pick<MediaPlaylist, 'segments'>,
  names: ReadonlySet<string>,
): number[] {
  const all = names.has('EXTINF') || names.has('EXT-X-PROGRAM-DATE-TIME');
  const found: number[] = [];
  playlist.segments.forEach((segment, index) => {
    if (!all && segment instanceof ScannedSegment && !segment.hasOtherTags) return;
    if (segment.tags.some((tag) => names.has(tag.name))) found.push(index);
  });
  return found;
}

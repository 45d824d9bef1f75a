// Content ids of the running programme or chapter (`passThroughCaidSegmentation`): declared by a segmentation
// descriptor around the breaks, not by the breaks' own.
import { type MediaPlaylist, parseAttributeList, type Tag, taggedSegments } from '@interlude/hls';
import type { SegmentationUpid } from '@interlude/scte35';
import { HLS_DIALECTS } from './hls-dialects.ts';
import { type SegmentationConfiguration, trustedSection } from './segmentation-rules.ts';

/** segmentation_type_id (SCTE 35 table 23): starts and ends of programmes and chapters, content identification. */
const CONTENT_TYPES: ReadonlySet<number> = new Set([
  0x01, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x20, 0x21,
]);
const ENDS: ReadonlySet<number> = new Set([0x11, 0x12, 0x21]);

export type Payloads = Pick<SegmentationConfiguration, 'scte35IsHexNotBase64'>;

const DATE_RANGE_PAYLOADS = ['SCTE35-CMD', 'SCTE35-OUT', 'SCTE35-IN'] as const;

function payloadsOf(tag: Tag): string[] {
  if (tag.name === 'EXT-X-DATERANGE') {
    const attributes = parseAttributeList(tag.value);
    return DATE_RANGE_PAYLOADS.flatMap((name) => attributes.get(name) ?? []);
  }
  const payload = HLS_DIALECTS.get(tag.name)?.read(tag.value)?.payload;
  return payload === undefined ? [] : [payload];
}

function idOf(upid: SegmentationUpid): string | undefined {
  return upid.mid.map(idOf).find((id) => id !== undefined) ?? upid.text;
}

export interface ContentMark {
  readonly isEnd: boolean;
  readonly id: string | undefined;
}

const CARRIERS: ReadonlySet<string> = new Set(['EXT-X-DATERANGE', ...HLS_DIALECTS.keys()]);

/** Marks of programmes and chapters in a payload (base64 or hex); empty when it has none. */
export function contentMarksIn(payload: string, payloads: Payloads): ContentMark[] {
  const descriptors = trustedSection(payload, payloads)?.descriptors ?? [];
  return descriptors.flatMap((descriptor): ContentMark[] => {
    const detail = descriptor.kind === 'segmentation' ? descriptor.detail : undefined;
    if (detail === undefined || !CONTENT_TYPES.has(detail.typeId)) return [];
    return [{ isEnd: ENDS.has(detail.typeId), id: idOf(detail.upid) }];
  });
}

/** The content id that applies after these marks. */
export const contentIdAfter = (marks: readonly ContentMark[], before: string | undefined) =>
  marks.reduce((known, { isEnd, id }) => (isEnd ? undefined : (id ?? known)), before);

const contentMarks = (tag: Tag, payloads: Payloads): ContentMark[] =>
  payloadsOf(tag).flatMap((payload) => contentMarksIn(payload, payloads));

/**
 * Whether a marker names the content: outputs keep its tag instead of stripping it with those of breaks.
 * @see SCTE 35 §10.3.3; rule H14
 */
export function isContentIdTag(tag: Tag, payloads: Payloads): boolean {
  return contentMarks(tag, payloads).some(({ id }) => id !== undefined);
}

/**
 * The content id that applies at the playlist's end.
 * @param before the one that applied before this playlist
 * @see SCTE 35 §10.3.3 (program start); RFC 8216 §4.3.2.7
 */
export function contentIdOf(
  playlist: MediaPlaylist,
  payloads: Payloads,
  before: string | undefined,
): string | undefined {
  const { segments } = playlist;
  const ofSegments = taggedSegments(playlist, CARRIERS).flatMap((at) => segments[at]?.tags ?? []);
  const tags = [...playlist.headerTags, ...ofSegments, ...playlist.trailerTags];
  return contentIdAfter(
    tags.flatMap((tag) => contentMarks(tag, payloads)),
    before,
  );
}

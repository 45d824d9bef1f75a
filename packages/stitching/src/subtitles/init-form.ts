// The form of subtitles in fMP4 as their initialisation section declares it: the type of its first sample entry.
// @see ISO/IEC 14496-12 §4.2 (boxes), §8.5.2 (stsd); 14496-30 (wvtt, stpp)
import type { TextForm } from './empty-text.ts';

/** From the file to the sample entries, each box the first of its type. */
const PATH = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'] as const;
const HEADER_BYTES = 8;
/** Version and flags of `stsd`, and the number of entries. */
const STSD_BYTES = 8;

interface Range {
  readonly start: number;
  readonly end: number;
}

const typeAt = (bytes: DataView, at: number) =>
  String.fromCharCode(...[4, 5, 6, 7].map((index) => bytes.getUint8(at + index)));

/** Body of the first box of a type; undefined when there is none, or one that exceeds its parent. */
function findBox(bytes: DataView, { start, end }: Range, type: string): Range | undefined {
  let at = start;
  while (at + HEADER_BYTES <= end) {
    const size = bytes.getUint32(at);
    const boxEnd = size === 0 ? end : at + size;
    // 64-bit sizes (1) are those of media, not of an initialisation section.
    if (boxEnd < at + HEADER_BYTES || boxEnd > end) return undefined;
    if (typeAt(bytes, at) === type) return { start: at + HEADER_BYTES, end: boxEnd };
    at = boxEnd;
  }
  return undefined;
}

/**
 * Reads the form of the first track of an initialisation section.
 * @returns undefined when the bytes are no initialisation section, are cut off, or have another form
 * @see ISO/IEC 14496-30; rule H8
 */
export function textFormOfInit({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array): TextForm | undefined {
  const bytes = new DataView(buffer, byteOffset, byteLength);
  let range: Range | undefined = { start: 0, end: byteLength };
  for (const type of PATH) range = range && findBox(bytes, range, type);
  if (range === undefined) return undefined;
  const entries: Range = { start: range.start + STSD_BYTES, end: range.end };
  return (['wvtt', 'stpp'] as const).find(
    (form) => findBox(bytes, entries, form)?.start === entries.start + HEADER_BYTES,
  );
}

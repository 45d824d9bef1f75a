/** The container of a file by its first bytes (ISO/IEC 14496-12 §4.3, QuickTime File Format), never by its name. */
export type FileContainer = 'mp4' | 'mov';

/** Bytes that `containerOf` reads. */
export const headBytes = 16;

/** Types of the first atom of QuickTime files older than `ftyp`. */
const quickTimeAtoms = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** Brands of still images and of audio alone: ISO BMFF without a video track. */
const otherBrands =
  /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis|crx |M4A |M4B |M4P |jp2 |jpx )$/;
const qtBrand = 'qt  ';

const text = (head: Uint8Array, start: number) =>
  String.fromCharCode(...head.subarray(start, start + 4));

/** @returns undefined for any other file */
export function containerOf(head: Uint8Array): FileContainer | undefined {
  if (head.length < 12) return undefined;
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const type = text(head, 4);
  if (type === 'ftyp') {
    const brand = text(head, 8);
    if (size < 16 || otherBrands.test(brand)) return undefined;
    return brand === qtBrand ? 'mov' : 'mp4';
  }
  // A size of 0 is the rest of the file, 1 announces 64 bits.
  return quickTimeAtoms.has(type) && (size <= 1 || size >= 8) ? 'mov' : undefined;
}

export const containerContentTypes = { mp4: 'video/mp4', mov: 'video/quicktime' } as const;

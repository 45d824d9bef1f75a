import { ByteReader } from './byte-reader.ts';

/** segmentation_upid (SCTE 35 table 22): its bytes, and their interpretation where the type defines one. */
export interface SegmentationUpid {
  readonly type: number;
  readonly bytes: Uint8Array;
  /**
   * Printable form: the characters of text types, `urn`-free hex of binary ids, the EIDR in its
   * canonical form, a UUID with dashes; undefined for none and for MID.
   */
  readonly text: string | undefined;
  /** MPU (0x0C): the registered format identifier and the private data. */
  readonly mpu: { readonly formatIdentifier: number; readonly data: Uint8Array } | undefined;
  /** MID (0x0D): the ids in it; empty for every other type. */
  readonly mid: readonly SegmentationUpid[];
}

export const UPID_TYPES = {
  0: 'none',
  1: 'user defined',
  2: 'ISCI',
  3: 'Ad-ID',
  4: 'UMID',
  5: 'ISAN (deprecated)',
  6: 'ISAN',
  7: 'TID',
  8: 'TI',
  9: 'ADI',
  10: 'EIDR',
  11: 'ATSC content identifier',
  12: 'MPU',
  13: 'MID',
  14: 'ADS information',
  15: 'URI',
  16: 'UUID',
  17: 'SCR',
} as const;

const TEXT_TYPES: ReadonlySet<number> = new Set([0x01, 0x02, 0x03, 0x07, 0x09, 0x0e, 0x0f, 0x11]);
const MPU = 0x0c;
const MID = 0x0d;
/** A MID may hold a MID on paper; deeper nesting is noise. */
const MAX_MID_DEPTH = 4;

/**
 * Bytes as lower-case hex digits.
 * @returns two digits per byte, without `0x`
 * @see RFC 4648 §8
 */
export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** `10.<prefix>/XXXX-XXXX-XXXX-XXXX-XXXX` without the check character, which is not transmitted. */
function eidr(bytes: Uint8Array): string {
  const prefix = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const suffix = toHex(bytes.subarray(2)).toUpperCase();
  return `10.${prefix}/${suffix.replace(/(.{4})(?!$)/g, '$1-')}`;
}

function uuid(bytes: Uint8Array): string {
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function upidText(type: number, bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || type === 0 || type === MID) return undefined;
  if (TEXT_TYPES.has(type)) return latin1(bytes);
  if (type === 0x0a && bytes.length === 12) return eidr(bytes);
  if (type === 0x10 && bytes.length === 16) return uuid(bytes);
  return toHex(bytes);
}

function readMid(bytes: Uint8Array, depth: number): SegmentationUpid[] {
  const inner: SegmentationUpid[] = [];
  const reader = new ByteReader(bytes);
  while (reader.remaining >= 2) {
    const type = reader.u8();
    const length = reader.u8();
    inner.push(readUpid(type, reader.bytes(Math.min(length, reader.remaining)), depth + 1));
  }
  return inner;
}

/**
 * Interprets a segmentation_upid; never fails, bytes that do not fit the type stay bytes.
 * @param type segmentation_upid_type
 * @see SCTE 35 §10.3.3.1; rule SCTE-S8
 */
export function readUpid(type: number, bytes: Uint8Array, depth = 0): SegmentationUpid {
  const reader = new ByteReader(bytes);
  return {
    type,
    bytes,
    text: upidText(type, bytes),
    mpu:
      type === MPU && bytes.length >= 4
        ? { formatIdentifier: reader.uint(4), data: reader.bytes(bytes.length - 4) }
        : undefined,
    mid: type === MID && depth < MAX_MID_DEPTH ? readMid(bytes, depth) : [],
  };
}

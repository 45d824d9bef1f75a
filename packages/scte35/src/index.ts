export { crc32 } from './crc32.ts';
export {
  type DecodedSection,
  decodeSection,
  type Scte35Warning,
  type Scte35WarningCode,
} from './decode-section.ts';
export { effectivePts } from './effective-pts.ts';
export { encodeSection } from './encode-section.ts';
export * from './pts.ts';
export * from './section.ts';
export { decodeBase64, decodeHex, decodeSectionText, encodeBase64 } from './section-text.ts';
export { readUpid, type SegmentationUpid, toHex, UPID_TYPES } from './upid.ts';

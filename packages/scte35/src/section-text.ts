import { type DecodedSection, decodeSection, refuse } from './decode-section.ts';

/** Characters; a section has at most 4,098 bytes, so its hex form has fewer than this. */
const MAX_TEXT_LENGTH = 16_384;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
VALUES.set('-', 62).set('_', 63);

/**
 * Bytes of base64 (either alphabet, padding optional); undefined for any other text.
 * @see SCTE 35 §9.6 for the syntax of the bytes; RFC 4648 §4, §5
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const characters = text.replace(/={0,2}$/, '');
  if (characters.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((characters.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  for (const character of characters) {
    const value = VALUES.get(character);
    if (value === undefined) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[at++] = (bits >> bitCount) & 0xff;
  }
  return bytes;
}

/**
 * Standard alphabet with padding, as HLS tags and `xml+bin` carry it.
 * @see RFC 4648 §4
 */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const used = Math.min(3, bytes.length - at) + 1;
    for (let index = 0; index < 4; index++)
      text += index < used ? ALPHABET.charAt((group >> (18 - 6 * index)) & 63) : '=';
  }
  return text;
}

/**
 * Bytes of hex digits, with or without `0x`; undefined for an odd number of them or any other character.
 * @see RFC 8216 §4.3.2.7.1
 */
export function decodeHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/i, '');
  if (digits === '' || digits.length % 2 !== 0 || !/^[\da-f]+$/i.test(digits)) return undefined;
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  );
}

/** Hex digits that begin with table_id are no base64 of a section, so the encoding need not be declared. */
function looksLikeHex(text: string): boolean {
  return /^(?:0x|(?:00)?fc(?=[\da-f]+$))/i.test(text);
}

/**
 * Decodes a section in its text form: hex with or without `0x`, else base64.
 * @param form `hex` when the source is known to carry hex without a prefix
 * @see SCTE 35 §9.6; RFC 8216 §4.3.2.7.1
 */
export function decodeSectionText(text: string, form: 'detect' | 'hex' = 'detect'): DecodedSection {
  if (text.length > MAX_TEXT_LENGTH) return refuse('the text is too long');
  const compact = text.replace(/\s+/g, '');
  const hex = form === 'hex' || looksLikeHex(compact);
  const bytes = hex ? decodeHex(compact) : decodeBase64(compact);
  if (bytes === undefined) return refuse(hex ? 'the text is no hex' : 'the text is no base64');
  return decodeSection(bytes);
}

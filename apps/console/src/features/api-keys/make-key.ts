/** A new API key and its hash, both made in the browser: the key is shown once and never sent. */
import { sha256 } from '@noble/hashes/sha2.js';

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A random UUID. Plain http has no `crypto.randomUUID`. @see RFC 9562 §5.4 */
export function newApiKey(bytes = crypto.getRandomValues(new Uint8Array(16))): string {
  const marked = bytes.map((byte, place) => {
    if (place === 6) return (byte & 0x0f) | 0x40; // version 4
    return place === 8 ? (byte & 0x3f) | 0x80 : byte; // variant
  });
  return hex(marked).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** SHA-256 of the key, hex. */
export const apiKeyHashOf = (key: string) => hex(sha256(new TextEncoder().encode(key)));

/** Moves a segment of the loop to its place on the endless timeline; encrypts one. */
import { createCipheriv, createHash } from 'node:crypto';

/** Fixed on purpose: every lab encrypts alike. It protects nothing. */
export const labKey = createHash('sha256').update('interlude lab').digest().subarray(0, 16);

/** Byte offsets of every `tfdt` box of a fragment (ISO/IEC 14496-12 §8.8.12), found by walking moof and traf. */
export function decodeTimeOffsets(bytes: Buffer): number[] {
  const found: number[] = [];
  const walk = (start: number, end: number) => {
    let at = start;
    while (at + 8 <= end) {
      const size = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      if (size < 8) return; // 0 and 1 (to the end, 64 bits) do not occur in our own fragments
      if (type === 'moof' || type === 'traf') walk(at + 8, Math.min(end, at + size));
      else if (type === 'tfdt') found.push(at + 8);
      at += size;
    }
  };
  walk(0, bytes.length);
  return found;
}

/**
 * Adds `ticks` to every decode time, in place: pass a buffer of your own.
 * @throws {RangeError} for a 32-bit tfdt (version 0), which would overflow
 */
export function moveDecodeTimes(bytes: Buffer, ticks: bigint): Buffer {
  for (const at of decodeTimeOffsets(bytes)) {
    if (bytes[at] !== 1) throw new RangeError('tfdt of version 0 cannot be moved');
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at + 4) + ticks, at + 4);
  }
  return bytes;
}

/** AES-128 of a whole segment; the IV is its media sequence number (RFC 8216bis §5.2). */
export function encryptSegment(bytes: Buffer, mediaSequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(mediaSequence), 8);
  const cipher = createCipheriv('aes-128-cbc', labKey, iv);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

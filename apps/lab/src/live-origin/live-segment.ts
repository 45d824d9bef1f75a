/** Moves a segment of the loop to its place on the endless timeline. */
import { findBoxes } from './fragment-boxes.ts';

/** Byte offsets of the body of every `tfdt` box of a fragment (ISO/IEC 14496-12 §8.8.12). */
export const decodeTimeOffsets = (bytes: Buffer): number[] =>
  findBoxes(bytes, ['tfdt']).map((box) => box.start + 8);

/**
 * Adds `ticks` to every decode time and to the earliest presentation time of a `sidx`, in place: pass a buffer
 * of your own.
 * @throws {RangeError} for a 32-bit tfdt (version 0), which would overflow
 */
export function moveDecodeTimes(bytes: Buffer, ticks: bigint): Buffer {
  for (const at of decodeTimeOffsets(bytes)) {
    if (bytes[at] !== 1) throw new RangeError('tfdt of version 0 cannot be moved');
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at + 4) + ticks, at + 4);
  }
  for (const { start } of findBoxes(bytes, ['sidx'])) {
    // §8.16.3: reference_ID and timescale precede the time
    if (bytes[start + 8] === 1) {
      bytes.writeBigUInt64BE(bytes.readBigUInt64BE(start + 20) + ticks, start + 20);
    }
  }
  return bytes;
}

/**
 * Frames of a spool segment: `length | crc32 | payload`, both numbers 32-bit little endian.
 * A writer that dies leaves at most one torn frame at the end; a whole frame that was altered loses no other one.
 */
import { crc32 } from './crc32.ts';

/** Of a frame, before its payload. */
export const frameHeaderBytes = 8;
/** A longer length is damage, not a frame. */
export const maxFrameBytes = 16 * 1024 * 1024;

/**
 * Makes a frame of bytes for an append-only file: writes length (32 bits, little endian) and CRC-32 checksum of the
 * payload in front of it.
 * @param frame `frameHeaderBytes` that are free, then the payload
 * @returns the same bytes
 * @throws {RangeError} a payload of more than `maxFrameBytes`, which could not be read again
 * @see RFC 1952 §8 (CRC-32)
 */
export function sealFrame(frame: Uint8Array): Uint8Array {
  const payload = frame.subarray(frameHeaderBytes);
  if (payload.length > maxFrameBytes) {
    throw new RangeError('a frame must be one that can be read again');
  }
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  view.setUint32(0, payload.length, true);
  view.setUint32(4, crc32(payload), true);
  return frame;
}

export interface DecodedFrames {
  readonly payloads: Uint8Array[];
  /** Payloads of whole frames whose checksum does not match. */
  readonly damaged: Uint8Array[];
  /** Bytes that belong to whole frames. */
  readonly wholeBytes: number;
  /** Bytes after the last whole frame: a torn tail, or damage when a file was cut. */
  readonly tornBytes: number;
}

/**
 * Reads complete frames from the start; the first incomplete one ends the reading.
 * @returns the payloads, those that are damaged, the number of bytes in complete frames, and the number after them
 * @see RFC 1952 §8 (CRC-32)
 */
export function decodeFrames(bytes: Uint8Array): DecodedFrames {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const payloads: Uint8Array[] = [];
  const damaged: Uint8Array[] = [];
  let offset = 0;
  while (offset + frameHeaderBytes <= bytes.length) {
    const length = view.getUint32(offset, true);
    const end = offset + frameHeaderBytes + length;
    if (length > maxFrameBytes || end > bytes.length) {
      break;
    }
    const payload = bytes.subarray(offset + frameHeaderBytes, end);
    const isWhole = crc32(payload) === view.getUint32(offset + 4, true);
    (isWhole ? payloads : damaged).push(payload);
    offset = end;
  }
  return { payloads, damaged, wholeBytes: offset, tornBytes: bytes.length - offset };
}

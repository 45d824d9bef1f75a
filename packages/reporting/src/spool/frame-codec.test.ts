import { describe, expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { decodeFrames, frameHeaderBytes, sealFrame } from './frame-codec.ts';

const payload = (text: string) => new TextEncoder().encode(text);
function encodeFrame(bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(frameHeaderBytes + bytes.length);
  frame.set(bytes, frameHeaderBytes);
  return sealFrame(frame);
}
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

describe('spool frames', () => {
  test('the checksum is CRC-32 of IEEE 802.3', () => {
    expect(crc32(payload('123456789'))).toBe(0xcbf43926);
    expect(crc32(payload(''))).toBe(0);
  });

  test('reads back what was written', () => {
    const bytes = join(
      encodeFrame(payload('one')),
      encodeFrame(payload('')),
      encodeFrame(payload('three')),
    );
    const { payloads, tornBytes } = decodeFrames(bytes);
    expect(payloads.map((one) => new TextDecoder().decode(one))).toEqual(['one', '', 'three']);
    expect(tornBytes).toBe(0);
  });

  test('every cut of the last frame loses that frame only', () => {
    const first = encodeFrame(payload('acknowledged'));
    const last = encodeFrame(payload('torn by a kill'));
    for (let cut = 1; cut < last.length; cut += 1) {
      const { payloads, wholeBytes, tornBytes } = decodeFrames(join(first, last.subarray(0, cut)));
      expect(payloads).toHaveLength(1);
      expect(wholeBytes).toBe(first.length);
      expect(tornBytes).toBe(cut);
    }
  });

  test('a flipped bit loses the frame that it is in and no other', () => {
    const first = encodeFrame(payload('flipped'));
    first[first.length - 1] = (first.at(-1) ?? 0) ^ 1;
    const { payloads, damaged, tornBytes } = decodeFrames(
      join(first, encodeFrame(payload('good'))),
    );
    expect(payloads).toEqual([payload('good')]);
    expect(damaged).toHaveLength(1);
    expect(tornBytes).toBe(0);
  });

  test('a mad length ends the reading', () => {
    expect(decodeFrames(Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0, 1)).payloads).toEqual([]);
  });
});

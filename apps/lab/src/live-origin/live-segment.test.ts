import { createDecipheriv } from 'node:crypto';
import { expect, it } from 'vitest';
import { firstSampleEnd, partOfSegment } from './fragment-boxes.ts';
import { decodeTimeOffsets, moveDecodeTimes } from './live-segment.ts';
import { encryptSegment, keyBytes } from './segment-keys.ts';

function box(type: string, body: Buffer): Buffer {
  const out = Buffer.alloc(8 + body.length);
  out.writeUInt32BE(out.length, 0);
  out.write(type, 4, 'latin1');
  body.copy(out, 8);
  return out;
}

function fragment(version: number, time: bigint): Buffer {
  const body = Buffer.alloc(version === 1 ? 12 : 8);
  body[0] = version;
  if (version === 1) body.writeBigUInt64BE(time, 4);
  const moof = box(
    'moof',
    Buffer.concat([
      box('mfhd', Buffer.alloc(8)),
      box('traf', Buffer.concat([box('tfhd', Buffer.alloc(8)), box('tfdt', body)])),
    ]),
  );
  // The payload looks like a tfdt on purpose: only boxes count.
  return Buffer.concat([
    box('styp', Buffer.alloc(8)),
    moof,
    box('mdat', Buffer.from('xxxxtfdtxxxx')),
  ]);
}

it('finds the decode times of every fragment and nothing in the payload', () => {
  const two = Buffer.concat([fragment(1, 5n), fragment(1, 7n)]);
  expect(decodeTimeOffsets(two)).toHaveLength(2);
});

it('moves a decode time beyond 32 bits', () => {
  const moved = moveDecodeTimes(fragment(1, 49_152n), 358_000_000_000n);
  const [at = 0] = decodeTimeOffsets(moved);
  expect(moved.readBigUInt64BE(at + 4)).toBe(358_000_049_152n);
});

it('refuses a 32-bit decode time', () => {
  expect(() => moveDecodeTimes(fragment(0, 0n), 1n)).toThrow('version 0');
});

it('stops at a broken box instead of running on', () => {
  expect(decodeTimeOffsets(Buffer.from([0, 0, 0, 2, 1, 2, 3, 4, 0, 0]))).toEqual([]);
});

it('encrypts with the media sequence number as IV', () => {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(7_291_314n, 8);
  const key = { method: 'AES-128', id: 7, isExplicit: false } as const;
  const decipher = createDecipheriv('aes-128-cbc', keyBytes(7), iv);
  const plain = Buffer.from('a transport stream');
  const secret = encryptSegment(plain, 7_291_314, key);
  expect(Buffer.concat([decipher.update(secret), decipher.final()])).toEqual(plain);
  expect(encryptSegment(plain, 7_291_314, { ...key, id: 8 })).not.toEqual(secret);
});

/** Four samples of 512 ticks with 1, 2, 3 and 4 bytes. */
function segment(): Buffer {
  const words = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  const traf = (offset: number) =>
    box(
      'traf',
      Buffer.concat([
        box('tfhd', words(0x020008, 1, 512)),
        box('tfdt', words(0x01000000, 0, 1_000)),
        box('trun', words(0x000205, 4, offset, 0x02000000, 1, 2, 3, 4)),
      ]),
    );
  const moof = (offset: number) =>
    box('moof', Buffer.concat([box('mfhd', words(0, 9)), traf(offset)]));
  return Buffer.concat([moof(moof(0).length + 8), box('mdat', Buffer.from('abbcccdddd'))]);
}

it('finds the end of the first video frame', () => {
  const bytes = segment();
  expect(bytes.toString('latin1', firstSampleEnd(bytes) - 1, firstSampleEnd(bytes))).toBe('a');
});

it('cuts a segment into parts, each a fragment at its own time', () => {
  const second = partOfSegment(segment(), 1, 2);
  if (second === undefined) throw new Error('no part');
  const [time = 0] = decodeTimeOffsets(second);
  expect(second.readBigUInt64BE(time + 4)).toBe(2_024n);
  expect(second.toString('latin1').endsWith('mdatcccdddd')).toBe(true);
  expect(partOfSegment(segment(), 2, 2)).toBeUndefined();
});

/** A transport stream of two packets a picture, encrypted and taken apart again. */
import { createDecipheriv } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptSamples } from './sample-aes.ts';

const KEY = Buffer.alloc(16, 7);
const IV = Buffer.alloc(16, 9);
const VIDEO = 0x100;
const SOUND = 0x101;
const TABLE = 0x1000;

function packet(pid: number, isStart: boolean, counter: number, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(188, 0xff);
  bytes[0] = 0x47;
  bytes.writeUInt16BE((isStart ? 0x4000 : 0) | pid, 1);
  const fill = 184 - payload.length;
  bytes[3] = (fill > 0 ? 0x30 : 0x10) | counter;
  if (fill > 0) {
    bytes[4] = fill - 1;
    if (fill > 1) bytes[5] = 0;
  }
  payload.copy(bytes, 4 + fill);
  return bytes;
}

const section = (...body: number[]) => Buffer.from([0, ...body, 0, 0, 0, 0]);
const pat = packet(0, true, 0, section(0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xf0, 0x00));
const map = packet(
  TABLE,
  true,
  0,
  section(
    ...[2, 0xb0, 23, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0],
    ...[0x1b, 0xe1, 0, 0xf0, 0, 0x0f, 0xe1, 1, 0xf0, 0],
  ),
);
const pesHead = (id: number) => Buffer.from([0, 0, 1, id, 0, 0, 0x80, 0, 0]);
/** A slice of 200 bytes behind an access unit delimiter. */
const slice = Buffer.from([0x65, ...Array.from({ length: 199 }, (_, index) => (index % 250) + 4)]);
const picture = Buffer.concat([
  pesHead(0xe0),
  Buffer.from([0, 0, 0, 1, 9, 0xf0, 0, 0, 0, 1]),
  slice,
]);
const frame = Buffer.concat([
  Buffer.from([0xff, 0xf1, 0x4c, 0x80, 0, 0, 0]),
  Buffer.from(Array.from({ length: 60 }, (_, index) => index)),
]);
frame.writeUIntBE((2 << 22) | (frame.length << 5), 3, 3);
const sound = Buffer.concat([pesHead(0xc0), frame]);

const segment = Buffer.concat([
  ...[pat, map],
  packet(VIDEO, true, 4, picture.subarray(0, 184)),
  packet(VIDEO, false, 5, picture.subarray(184)),
  packet(SOUND, true, 2, sound),
]);

function payloadOf(bytes: Buffer, pid: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 188) {
    const each = bytes.subarray(at, at + 188);
    if ((each.readUInt16BE(1) & 0x1fff) !== pid) continue;
    const field = ((each[3] ?? 0) & 0x20) === 0 ? 0 : 1 + (each[4] ?? 0);
    pieces.push(each.subarray(4 + field));
  }
  return Buffer.concat(pieces);
}

function decrypt(blocks: Buffer): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', KEY, IV).setAutoPadding(false);
  return Buffer.concat([decipher.update(blocks), decipher.final()]);
}

it('says in the program map what is encrypted', () => {
  const table = payloadOf(encryptSamples(segment, KEY, IV), TABLE);
  expect(table.includes(Buffer.from([0xdb, 0xe1, 0]))).toBe(true);
  expect(table.includes(Buffer.from([0xcf, 0xe1, 1]))).toBe(true);
});

it('encrypts one block in ten of a slice behind 32 clear bytes, and nothing of small units', () => {
  const secret = payloadOf(encryptSamples(segment, KEY, IV), VIDEO);
  const head = picture.length - slice.length;
  expect(secret.subarray(0, head)).toEqual(picture.subarray(0, head));
  const unit = Buffer.from(
    secret.subarray(head).toString('latin1').replaceAll('\0\0\x03', '\0\0'),
    'latin1',
  );
  expect(unit.subarray(0, 32)).toEqual(slice.subarray(0, 32));
  expect(decrypt(unit.subarray(32, 48))).toEqual(slice.subarray(32, 48));
  expect(unit.subarray(48)).toEqual(slice.subarray(48));
});

it('encrypts the whole blocks of an audio frame after its header and 16 bytes', () => {
  const secret = payloadOf(encryptSamples(segment, KEY, IV), SOUND).subarray(9);
  expect(secret.subarray(0, 23)).toEqual(frame.subarray(0, 23));
  expect(decrypt(secret.subarray(23, 55))).toEqual(frame.subarray(23, 55));
  expect(secret.subarray(55)).toEqual(frame.subarray(55));
});

it('keeps packets whole and counts them on', () => {
  const out = encryptSamples(segment, KEY, IV);
  expect(out.length % 188).toBe(0);
  const counters: number[] = [];
  for (let at = 0; at < out.length; at += 188) {
    if ((out.readUInt16BE(at + 1) & 0x1fff) === VIDEO) counters.push((out[at + 3] ?? 0) & 0xf);
  }
  expect(counters).toEqual([4, 5]);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeLimits } from '../decode-limits.ts';
import { inputArguments } from '../ffmpeg/transcode-arguments.ts';
import { decodeProblem } from './describe-media.ts';
import { configurationRecord, type Declared, parameterSet } from './h264.suite.ts';
import { readH264Parameters } from './h264-parameters.ts';
import { lookAtFile } from './look-at-file.ts';
import type { RawStream } from './raw-probe.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-index-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** `moov` of a track with this parameter set; only the boxes on the path to it. */
function index(unit: Buffer): Buffer {
  const record = configurationRecord(unit);
  return box('moov', box('trak', box('stsd', Buffer.alloc(94), box('avcC', record))));
}

const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));

async function look(...boxes: readonly Buffer[]): Promise<unknown> {
  const file = join(folder, 'a.mp4');
  await writeFile(file, Buffer.concat([ftyp, ...boxes]));
  return lookAtFile(file).then(
    () => 'opened',
    (error: { details?: { finding?: string; reason?: string } }) => error.details,
  );
}

const mdat = box('mdat', Buffer.alloc(2_000, 7));

test('the parameters of x264 are read: High 4.0, 1920 × 1088 coded, 4 reference frames', () => {
  const hex = '67640028acd940780227e5c044000003000400000300f03c60c658';
  const unit = Buffer.from(hex, 'hex');
  expect(readH264Parameters(unit)).toEqual({
    ...{ width: 1_920, height: 1_088, referenceFrames: 4, frameBytes: 1_920 * 1_088 * 1.5 },
  });
  expect(readH264Parameters(unit.subarray(0, 6))).toBeUndefined();
});

test.each([
  ['UHD with 16 reference frames', { macroblocks: [240, 135], frames: 16 }],
  ['4096 × 2304 with 16 of 10 bits', { macroblocks: [256, 144], frames: 16, chroma: [1, 10] }],
  ['4:4:4 with 4 of 10 bits', { macroblocks: [240, 135], frames: 4, chroma: [3, 10] }],
] satisfies [string, Declared][])('SEC-S64 %s is decoded', async (_what, declared) => {
  expect(await look(index(parameterSet(declared)), mdat)).toBe('opened');
  expect(await look(mdat, index(parameterSet(declared)))).toBe('opened');
});

test.each([
  ['a frame of 16384 × 16384', { macroblocks: [1_024, 1_024], frames: 1 }, '16384 × 16384 pixels'],
  ['8K', { macroblocks: [480, 270], frames: 1 }, '7680 × 4320 pixels'],
  [
    'one line of macroblocks without end',
    { macroblocks: [200_000, 1], frames: 1 },
    '3200000 × 16 pixels',
  ],
  [
    '16 reference frames of 4:4:4 with 10 bits',
    { macroblocks: [240, 135], frames: 16, chroma: [3, 10] },
    '16 reference frames',
  ],
  ['a thousand reference frames', { macroblocks: [120, 68], frames: 1_000 }, '1000 reference'],
] satisfies [string, Declared, string][])(
  'SEC-S64 %s is refused before an engine opens the file',
  async (_what, declared, reason) => {
    for (const boxes of [
      [index(parameterSet(declared)), mdat],
      [mdat, index(parameterSet(declared))],
    ]) {
      expect(await look(...boxes)).toEqual({
        ...{ finding: 'BEYOND_LIMITS', reason: expect.stringContaining(reason) },
      });
    }
  },
);

test('SEC-S64 an index that cannot be judged is refused', async () => {
  const small = index(parameterSet({ macroblocks: [20, 12], frames: 1 }));
  const free = Array.from({ length: 1_000 }, () => box('free'));
  expect(await look(...free, small)).toMatchObject({ reason: 'its index lies behind 1000 boxes' });
  expect(await look(box('moov', box('cmov', Buffer.alloc(9))))).toMatchObject({
    reason: 'its index is compressed',
  });
});

test('SEC-S64 what an engine reads of any file meets the limits before more is decoded', () => {
  const stream = { index: 0, type: 'video', width: 3_840, height: 2_160 };
  const tally = { stream: 0, packets: 2, bytes: 9, firstSeconds: 5, endSeconds: 3_605 };
  const of = (change: object, times: object = {}) =>
    decodeProblem({
      ...{ container: 'matroska', startSeconds: 0, declaredSeconds: 0 },
      streams: [{ ...whole, ...stream, ...change }],
      tallies: [{ ...tally, shortestStep: 1, longestStep: 1, ...times }],
    });
  expect(of({})).toBeUndefined();
  expect(of({ width: 8_192, height: 8_192 })).toContain('8192 × 8192 pixels');
  expect(of({}, { endSeconds: 90_000 })).toBe('it lasts 25 hours; 24 are the most');
});

const whole: Omit<RawStream, 'index' | 'type' | 'width' | 'height'> = {
  ...{ codec: 'h264', rotation: 0, fieldOrder: '', transfer: '', matrix: '', pixelFormat: '' },
  ...{ channels: 0, sampleRate: 0, language: '', isStill: false },
  pixelAspect: [1, 1],
  averageRate: [25, 1],
};

test('SEC-S64 the decoders of ffmpeg have the limit of pixels, before they are given a file', () => {
  const given = inputArguments('a.mp4');
  const at = given.indexOf('-max_pixels');
  expect(given[at + 1]).toBe(String(decodeLimits.pixels));
  expect(at).toBeLessThan(given.indexOf('-i'));
});

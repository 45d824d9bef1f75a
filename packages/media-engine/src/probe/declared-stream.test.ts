import { expect, test } from 'vitest';
import { declaredStream } from '../ffmpeg/ffprobe.ts';
import { streamProblem } from './declared-stream.ts';
import { configurationRecord, type Declared, parameterSet } from './h264.suite.ts';

const fine: Declared = { macroblocks: [240, 135], frames: 16 };
const greedy: Declared = { ...fine, chroma: [3, 10] };
const picture = Buffer.from([0x68, 0xee, 0x3c, 0x80]);
/** As MPEG-TS and AVI have it: each unit behind a start code, of three or four bytes. */
const byteStream = (...units: readonly Buffer[]) =>
  Buffer.concat(
    units.flatMap((unit, index) => [Buffer.from(index === 0 ? [0, 0, 0, 1] : [0, 0, 1]), unit]),
  );
const of = (header: Uint8Array, change: object = {}) =>
  streamProblem({ codec: 'h264', width: 3_840, height: 2_160, header, ...change });

test.each([
  ['a configuration record', (unit: Buffer) => configurationRecord(unit)],
  ['a byte stream', (unit: Buffer) => byteStream(unit, picture)],
  ['a byte stream with other units before it', (unit: Buffer) => byteStream(picture, unit)],
])('SEC-S64 the parameter sets of a stream are judged in %s', (_what, headerOf) => {
  expect(of(headerOf(parameterSet(fine)))).toBeUndefined();
  expect(of(headerOf(parameterSet(greedy)))).toContain('16 reference frames');
  const wide = parameterSet({ macroblocks: [1_024, 1_024], frames: 1 });
  expect(of(headerOf(wide), { width: 0, height: 0 })).toContain('16384 × 16384 pixels');
});

test('SEC-S64 of any codec the frames are judged; a header that is too long to be read is refused', () => {
  expect(of(Buffer.alloc(0), { codec: 'vp9' })).toBeUndefined();
  expect(of(Buffer.alloc(0), { codec: 'vp9', width: 8_192 })).toContain('8192 × 2160 pixels');
  expect(of(Buffer.alloc(70_000), { codec: 'flac', width: 0, height: 0 })).toBeUndefined();
  expect(of(Buffer.alloc(70_000))).toBe('its header is larger than 64 KiB');
  expect(of(Buffer.alloc(0))).toBeUndefined();
  expect(of(Buffer.from([1]))).toBeUndefined();
});

test('SEC-S64 what ffprobe shows of a header is read as bytes', () => {
  const header = configurationRecord(parameterSet(fine));
  const lines = Array.from({ length: Math.ceil(header.length / 16) }, (_, line) => {
    const bytes = header.subarray(line * 16, line * 16 + 16);
    const digits = bytes.toString('hex').replaceAll(/.{4}/g, '$& ').padEnd(41, ' ');
    const place = (line * 16).toString(16).padStart(8, '0');
    return `${place}: ${digits}${bytes.toString('latin1').replaceAll(/[^ -~]/g, '.')}`;
  });
  const extradata = `\n${lines.join('\n')}\n`;
  const shown = { codec_name: 'h264', codec_type: 'video', width: 3_840, height: 2_160, extradata };
  expect(header.length % 2).toBe(1);
  expect(declaredStream(shown)).toEqual({
    ...{ codec: 'h264', width: 3_840, height: 2_160, header },
  });
  expect(declaredStream({ codec_name: 'aac', codec_type: 'audio' }).header).toHaveLength(0);
});

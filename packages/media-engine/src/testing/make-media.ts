/** Media files of every kind for tests, made by whatever engine is there. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { probeFfmpeg } from '../ffmpeg/ffmpeg-encoder.ts';
import { boxesOf, findBox } from '../package/mp4-boxes.ts';

const run = promisify(execFile);

export interface MediaRecipe {
  /** libavfilter graphs that make the streams. */
  readonly video?: string | undefined;
  readonly audio?: string | undefined;
  readonly videoCodec: string;
  readonly pixelFormat: string;
  readonly videoOptions: Readonly<Record<string, string>>;
  readonly audioCodec: string;
  readonly format: string;
}

const plain: MediaRecipe = {
  videoCodec: 'libx264',
  pixelFormat: 'yuv420p',
  videoOptions: { preset: 'ultrafast' },
  audioCodec: 'aac',
  format: 'mov',
};

export const movingVideo = (seconds: number, size = '320x180', rate = '25') =>
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`;
export const tone = (seconds: number, layout = 'stereo') =>
  `sine=frequency=440:sample_rate=48000:duration=${seconds},volume=0.5,aformat=channel_layouts=${layout}`;
export const quiet = (seconds: number) => `anullsrc=sample_rate=48000,atrim=duration=${seconds}`;

const hasFfmpeg = probeFfmpeg('ffmpeg', undefined).then((found) => 'version' in found);
const child = fileURLToPath(new URL('./make-child.ts', import.meta.url));

export async function makeMedia(file: string, changes: Partial<MediaRecipe>): Promise<string> {
  const recipe = { ...plain, ...changes };
  if (!(await hasFfmpeg)) {
    await run(process.execPath, [child, JSON.stringify(recipe), file]);
    return file;
  }
  const { video, audio, videoCodec, pixelFormat, videoOptions, audioCodec, format } = recipe;
  await run('ffmpeg', [
    ...['-v', 'error', '-y'],
    ...[video, audio].flatMap((graph) => (graph ? ['-f', 'lavfi', '-i', graph] : [])),
    ...(video ? ['-c:v', videoCodec, '-pix_fmt', pixelFormat, '-vsync', 'passthrough'] : []),
    ...(video ? Object.entries(videoOptions).flatMap(([key, value]) => [`-${key}`, value]) : []),
    ...(audio ? ['-c:a', audioCodec] : []),
    ...['-f', format, file],
  ]);
  return file;
}

/** Turns the image of a file by 90 degrees clockwise, in its header (ISO/IEC 14496-12 §8.3.2). */
export async function rotateVideo(file: string): Promise<void> {
  const bytes = await readFile(file);
  const moov = findBox(bytes, ['moov']);
  const [trak] = boxesOf(bytes, 'trak', moov);
  const header = findBox(bytes, ['tkhd'], trak);
  if (header === undefined) throw new Error('no tkhd');
  const at = header.content + (bytes[header.content] === 1 ? 52 : 40);
  const one = 0x1_00_00;
  [0, one, 0, -one, 0, 0, 0, 0, 0x40_00_00_00].forEach((value, index) => {
    bytes.writeInt32BE(value, at + index * 4);
  });
  await writeFile(file, bytes);
}

/** Overwrites the media data with noise that is the same every time; the index stays whole. */
export async function spoilMedia(file: string): Promise<void> {
  const bytes = await readFile(file);
  const data = findBox(bytes, ['mdat']);
  if (data === undefined) throw new Error('no mdat');
  let state = 1;
  for (let at = data.content; at < data.end; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    bytes[at] = state >> 16;
  }
  await writeFile(file, bytes);
}

/** Puts the index in front of the media data, as for the web, without an engine: the file can then be cut off. */
export async function cutMedia(file: string, share: number): Promise<void> {
  const bytes = await readFile(file);
  const data = findBox(bytes, ['mdat']);
  const index = findBox(bytes, ['moov']);
  if (data === undefined || index === undefined) throw new Error('no mdat or moov');
  const kept = data.content + Math.floor((data.end - data.content) * share);
  const moov = Buffer.from(bytes.subarray(index.start, index.end));
  const moved = data.start < index.start ? moov.length : 0;
  for (const trak of boxesOf(moov, 'trak', findBox(moov, ['moov']))) {
    const offsets = findBox(moov, ['mdia', 'minf', 'stbl', 'stco'], trak);
    if (offsets === undefined) throw new Error('no stco');
    const count = moov.readUInt32BE(offsets.content + 4);
    for (let entry = 0; entry < count; entry += 1) {
      const at = offsets.content + 8 + entry * 4;
      moov.writeUInt32BE(moov.readUInt32BE(at) + moved, at);
    }
  }
  const head = bytes.subarray(0, data.start);
  await writeFile(file, Buffer.concat([head, moov, bytes.subarray(data.start, kept)]));
}

/** Decodes the media of a manifest with another decoder than the engine that encoded them, where there is one. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { probeFfmpeg } from '../ffmpeg/ffmpeg-encoder.ts';

const run = promisify(execFile);
const decodeChild = fileURLToPath(new URL('./decode-child.ts', import.meta.url));
const onsetChild = fileURLToPath(new URL('./onset-child.ts', import.meta.url));
const hasFfmpeg = probeFfmpeg('ffmpeg', undefined).then((found) => 'version' in found);

/** Everything that a decoder complains about. */
export async function complaints(file: string): Promise<string> {
  const all = ['-v', 'warning', '-i', file, '-map', '0:v?', '-map', '0:a?', '-f', 'null', '-'];
  const { stderr } = (await hasFfmpeg)
    ? await run('ffmpeg', all)
    : await run(process.execPath, ['--conditions=@interlude/source', decodeChild, file]);
  return stderr;
}

const RAW = {
  video: ['-map', '0:v:0', '-vf', 'scale=16:16', '-f', 'rawvideo', '-pix_fmt', 'gray'],
  audio: ['-map', '0:a:0', '-f', 's16le', '-ac', '1', '-ar', '48000'],
} as const;
const FRAME_BYTES = 256;

/** Seconds at which the video gets bright, or the audio loud. The video has 25 frames per second. */
export async function onset(file: string, kind: 'video' | 'audio'): Promise<number> {
  if (!(await hasFfmpeg)) {
    const { stdout } = await run(process.execPath, [onsetChild, file, kind]);
    return Number(stdout);
  }
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, ...RAW[kind], '-'], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (kind === 'video') {
    const count = stdout.length / FRAME_BYTES;
    const bright = Array.from({ length: count }, (_, index) => stdout[index * FRAME_BYTES] ?? 0);
    return bright.findIndex((value) => value >= 128) / 25;
  }
  const loud = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  return loud.findIndex((value) => Math.abs(value) >= 3_000) / 48_000;
}

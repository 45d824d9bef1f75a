/** Requirements of every encoder engine; run once per engine that this machine has. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeFfmpeg } from './ffmpeg/ffmpeg-encoder.ts';
import type { EncodeJob, MediaEncoder } from './media-encoder.ts';
import { readEncodedMedia } from './package/encoded-media.ts';

const run = promisify(execFile);
const WIDTH = 320;
const HEIGHT = 180;
const RATE = 25;

const decodeChild = fileURLToPath(new URL('./testing/decode-child.ts', import.meta.url));

/** Warnings of an independent decoder about a file: a system ffmpeg, or node-av where there is none. */
async function complaints(file: string): Promise<string> {
  const hasFfmpeg = 'version' in (await probeFfmpeg('ffmpeg', undefined));
  const all = ['-v', 'warning', '-i', file, '-map', '0:v', '-map', '0:a', '-f', 'null', '-'];
  const { stderr } = hasFfmpeg
    ? await run('ffmpeg', all)
    : await run(process.execPath, ['--conditions=@interlude/source', decodeChild, file]);
  return stderr;
}

function* movingBars(frameCount: number): Iterable<Uint8Array> {
  const video = new Uint8Array((WIDTH * HEIGHT * 3) / 2).fill(128);
  for (let frame = 0; frame < frameCount; frame += 1) {
    for (let y = 0; y < HEIGHT; y += 1) {
      video.fill(((y + frame * 3) % 200) + 16, y * WIDTH, (y + 1) * WIDTH);
    }
    yield video;
  }
}

function* tone(seconds: number): Iterable<Uint8Array> {
  for (let block = 0; block < seconds * RATE; block += 1) {
    const samples = new Int16Array((48_000 / RATE) * 2);
    for (let index = 0; index < samples.length; index += 2) {
      const time = block / RATE + index / 2 / 48_000;
      samples[index] = samples[index + 1] = 4_000 * Math.sin(2 * Math.PI * 440 * time);
    }
    yield new Uint8Array(samples.buffer);
  }
}

/** 6.4 s in segments of 2.56 s: two full ones and one of 1.28 s. */
function buildJob(folder: string, changes: Partial<EncodeJob> = {}): EncodeJob {
  const frameCount = 160;
  return {
    folder,
    video: {
      width: WIDTH,
      height: HEIGHT,
      frameRate: RATE,
      frameCount,
      frames: () => movingBars(frameCount),
    },
    audio: { sampleRate: 48_000, samples: () => tone(frameCount / RATE) },
    renditions: [
      { name: 'v0', width: WIDTH, height: HEIGHT, bitrateBps: 300_000 },
      { name: 'v1', width: 160, height: 90, bitrateBps: 100_000 },
    ],
    audioBitrateBps: 64_000,
    segmentFrames: 64,
    outputs: ['cmaf', 'ts', 'mp4'],
    ...changes,
  };
}

/** First `tfdt` of a fragment (ISO/IEC 14496-12 §8.8.12), in its own timescale. */
function decodeTime(segment: Buffer): bigint {
  const at = segment.indexOf('tfdt', 0, 'latin1');
  return segment.readBigUInt64BE(at + 8);
}

export function mediaEncoderSuite(name: string, create: () => Promise<MediaEncoder>): void {
  describe(`media encoder ${name}`, () => {
    let base = '';
    let encoder: MediaEncoder;
    beforeAll(async () => {
      base = await mkdtemp(join(tmpdir(), 'media-engine-'));
      encoder = await create();
    });
    afterAll(() => rm(base, { recursive: true, force: true }));

    it('makes every rendition in both containers with exact segment lengths', async () => {
      const folder = join(base, 'whole');
      const progress: number[] = [];
      const media = await encoder.encode(buildJob(folder), {
        onProgress: (percent) => progress.push(percent),
      });
      expect(media.segmentSeconds).toEqual([2.56, 2.56, 1.28]);
      expect(media.renditions.map((rendition) => rendition.name)).toEqual(['v0', 'v1', 'audio']);
      expect(media.renditions[0]?.codecs).toMatch(/^avc1\.6400[0-9a-f]{2}$/);
      expect(await readEncodedMedia(folder)).toEqual(media);
      for (const rendition of ['v0', 'v1', 'audio']) {
        expect((await readdir(join(folder, 'cmaf', rendition))).sort()).toEqual(
          ['0.m4s', '1.m4s', '2.m4s', 'index.m3u8', 'init.mp4'].sort(),
        );
        expect((await readdir(join(folder, 'ts', rendition))).sort()).toEqual(
          ['0.ts', '1.ts', '2.ts', 'index.m3u8'].sort(),
        );
      }
      expect(progress.at(-1)).toBe(100);
      expect(progress).toEqual([...progress].sort((a, b) => a - b));
    });

    it('starts every fragment of every rendition at exactly its place', async () => {
      const folder = join(base, 'whole');
      for (const [rendition, timescale] of [
        ['v0', 12_800],
        ['v1', 12_800],
        ['audio', 48_000],
      ] as const) {
        for (const index of [0, 1, 2]) {
          const segment = await readFile(join(folder, 'cmaf', rendition, `${index}.m4s`));
          expect(Number(decodeTime(segment)) / timescale).toBe(index * 2.56);
        }
      }
    });

    it('starts each transport stream segment with an IDR picture', async () => {
      for (const index of [0, 1, 2]) {
        const segment = await readFile(join(base, 'whole/ts/v0', `${index}.ts`));
        const idr = segment.indexOf(Buffer.from([0, 0, 1, 0x65]));
        const other = segment.indexOf(Buffer.from([0, 0, 1, 0x41]));
        expect(idr).toBeGreaterThan(0);
        expect(idr).toBeLessThan(other);
      }
    });

    it('writes media that another decoder reads without a warning', async () => {
      const folder = join(base, 'whole');
      for (const file of ['cmaf/master.m3u8', 'ts/master.m3u8', 'media.mp4']) {
        const stderr = await complaints(join(folder, file));
        expect(stderr, file).toBe('');
      }
    });

    it('a cancelled job ends at once and leaves no file', async () => {
      const folder = join(base, 'cancelled');
      const abort = new AbortController();
      const job = buildJob(folder, {
        video: {
          ...buildJob(folder).video,
          frameCount: 100_000,
          frames: () => movingBars(100_000),
        },
      });
      const encoding = encoder.encode(job, {
        signal: abort.signal,
        onProgress: () => abort.abort(),
      });
      await expect(encoding).rejects.toMatchObject({ code: 'ENCODE_CANCELLED' });
      expect(existsSync(folder)).toBe(false);
      expect(existsSync(`${folder}.partial`)).toBe(false);
    });

    it('a job that the engine refuses fails with its last words and leaves no file', async () => {
      const folder = join(base, 'refused');
      const job = buildJob(folder, { preset: 'no-such-preset' });
      await expect(encoder.encode(job)).rejects.toMatchObject({
        code: 'ENCODE_FAILED',
        details: { engine: encoder.engine, reason: expect.stringMatching(/\w{3}/) },
      });
      expect(existsSync(folder)).toBe(false);
      expect(existsSync(`${folder}.partial`)).toBe(false);
    });

    it('a renderer that throws stops the engine and its error is passed on', async () => {
      const folder = join(base, 'thrown');
      const job = buildJob(folder);
      const frames = function* (): Iterable<Uint8Array> {
        yield* movingBars(10);
        throw new RangeError('no more pictures');
      };
      await expect(encoder.encode({ ...job, video: { ...job.video, frames } })).rejects.toThrow(
        'no more pictures',
      );
      expect(existsSync(`${folder}.partial`)).toBe(false);
    });

    it('fewer video frames than declared are an error, not a short package', async () => {
      const folder = join(base, 'short');
      const job = buildJob(folder);
      const encoding = encoder.encode({
        ...job,
        video: { ...job.video, frames: () => movingBars(70) },
      });
      await expect(encoding).rejects.toMatchObject({ code: 'ENCODE_FAILED' });
      expect(existsSync(folder)).toBe(false);
    });
  });
}

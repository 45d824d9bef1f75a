/** Unusual and broken files: each ends in a package or in a catalogue error, and leaves no temporary files. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaProcessor } from './media-processor.ts';
import { complaints, onset } from './testing/decode-package.ts';
import {
  cutMedia,
  type MediaRecipe,
  makeMedia,
  movingVideo,
  quiet,
  rotateVideo,
  spoilMedia,
  tone,
} from './testing/make-media.ts';
import { buildTranscodeJob } from './testing/transcode-job-builder.ts';
import type { TranscodeJob } from './transcode/transcode-job.ts';

const whole = { video: movingVideo(3), audio: tone(3) };

export function oddFilesSuite(name: string, create: () => Promise<MediaProcessor>): void {
  describe(`odd files with ${name}`, () => {
    let base = '';
    let count = 0;
    let processor: MediaProcessor;
    beforeAll(async () => {
      base = await mkdtemp(join(tmpdir(), 'odd-files-'));
      processor = await create();
    });
    afterAll(() => rm(base, { recursive: true, force: true }));

    const place = (extension = 'mov') => {
      count += 1;
      return join(base, `${count}.${extension}`);
    };
    const make = (recipe: Partial<MediaRecipe>) => makeMedia(place(), recipe);
    const text = async (content: string | Uint8Array, extension = 'mp4') => {
      const file = place(extension);
      await writeFile(file, content);
      return file;
    };
    const jobOf = async (file: string, changes: Partial<TranscodeJob> = {}) =>
      buildTranscodeJob({ file, info: await processor.probe(file), folder: place('out') }, changes);
    /** The package is whole and plays. */
    const transcodes = async (
      file: string,
      seconds: number,
      changes: Partial<TranscodeJob> = {},
    ) => {
      const job = await jobOf(file, changes);
      const made = await processor.transcode(job);
      expect(made.durationSeconds).toBeCloseTo(seconds, 1);
      expect(await complaints(join(job.folder, 'master.m3u8'))).toBe('');
      return made;
    };

    it.each([
      ['empty', '', 'NOT_A_MEDIA_FILE', /is empty/],
      ['text', 'This is not a video.\n', 'NOT_A_MEDIA_FILE', /is text/],
      [
        'an HLS playlist',
        '#EXTM3U\n#EXTINF:4,\nfile:///etc/passwd\n',
        'PLAYLIST_IN_DISGUISE',
        /playlist/,
      ],
      [
        'a list of files',
        "ffconcat version 1.0\nfile '/etc/passwd'\n",
        'PLAYLIST_IN_DISGUISE',
        /playlist/,
      ],
      ['an MPD', '<?xml version="1.0"?><MPD/>', 'PLAYLIST_IN_DISGUISE', /playlist/],
      ['noise', Buffer.alloc(5_000, 0x9a), 'NOT_A_MEDIA_FILE', /\w/],
      [
        'an image',
        Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
        'NOT_A_MEDIA_FILE',
        /\w/,
      ],
    ])('refuses a file that is %s and says so', async (_, content, finding, reason) => {
      await expect(processor.probe(await text(content))).rejects.toMatchObject({
        code: 'MEDIA_UNREADABLE',
        details: { finding, reason: expect.stringMatching(reason) },
      });
    });

    it('refuses what is no file at all', async () => {
      const pipe = place('fifo');
      await promisify(execFile)('mkfifo', [pipe]);
      for (const file of [base, pipe, join(base, 'nothing')]) {
        await expect(processor.probe(file)).rejects.toMatchObject({ code: 'MEDIA_UNREADABLE' });
      }
    });

    it('a file without its index is unreadable; one that is cut off is used as far as it goes', async () => {
      const file = await make(whole);
      await cutMedia(file, 0.5);
      const info = await processor.probe(file);
      expect(info.declaredSeconds).toBeCloseTo(3, 1);
      expect(info.durationSeconds).toBeGreaterThan(0.5);
      expect(info.durationSeconds).toBeLessThan(2.5);
      await transcodes(file, info.durationSeconds);
      const headless = await make(whole);
      await promisify(execFile)('truncate', ['-s', '20000', headless]);
      await expect(processor.probe(headless)).rejects.toMatchObject({ code: 'MEDIA_UNREADABLE' });
    });

    it('a file whose video is noise fails with a named error', async () => {
      const file = await make(whole);
      await spoilMedia(file);
      const working = jobOf(file).then((job) => processor.transcode(job));
      await expect(working).rejects.toMatchObject({
        code: expect.stringMatching(/^(MEDIA_UNREADABLE|ENCODE_FAILED)$/),
      });
      expect(existsSync(`${base}/${count}.out`)).toBe(false);
      expect(existsSync(`${base}/${count}.out.partial`)).toBe(false);
    });

    it('converts a variable frame rate to the frame rate of the profile', async () => {
      const file = await make({
        ...whole,
        video: `${movingVideo(3)},select='lt(mod(n,10),4)+eq(mod(n,10),8)'`,
      });
      expect((await processor.probe(file)).video?.isVariableFrameRate).toBe(true);
      await transcodes(file, 3);
    });

    it('rotates rotated video upright and scales it', async () => {
      const file = await make(whole);
      await rotateVideo(file);
      expect((await processor.probe(file)).video).toMatchObject({ rotation: 90, width: 320 });
      await transcodes(file, 3);
    });

    it('scales odd sizes, non-square pixels and interlaced video', async () => {
      const odd = await make({
        ...whole,
        video: `${movingVideo(3)},format=yuv444p,pad=321:181`,
        pixelFormat: 'yuv444p',
      });
      expect((await processor.probe(odd)).video).toMatchObject({ width: 321, height: 181 });
      await transcodes(odd, 3);
      const long = await make({ ...whole, video: `${movingVideo(3, '180x144')},setsar=64/45` });
      expect((await processor.probe(long)).video?.pixelAspect).toEqual([64, 45]);
      await transcodes(long, 3);
    });

    it('maps high dynamic range to BT.709', async () => {
      const colours = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
      const file = await make({
        ...whole,
        video: movingVideo(3),
        pixelFormat: 'yuv420p10le',
        videoOptions: { preset: 'ultrafast', 'x264-params': colours },
      });
      expect((await processor.probe(file)).video).toMatchObject({
        dynamicRange: 'pq',
        colorMatrix: 'bt2020',
      });
      await transcodes(file, 3);
    });

    it('mixes surround down, and makes silence when nothing is heard', async () => {
      const surround = await make({ ...whole, audio: tone(3, '5.1') });
      expect((await processor.probe(surround)).audioTracks[0]?.channels).toBe(6);
      await transcodes(surround, 3);
      const silent = await make({ ...whole, audio: quiet(3) });
      const target = { integrated: -23, range: 11, truePeak: -1 };
      expect(await processor.measureLoudness(silent, target)).toBe('silent');
      await transcodes(silent, 3);
      const mute = await make({ video: movingVideo(3) });
      expect((await processor.probe(mute)).audioTracks).toEqual([]);
      await transcodes(mute, 3);
      await transcodes(mute, 3, { separateAudio: false, containers: ['ts'] });
    });

    it('a file without video is reported, and is refused where video is required', async () => {
      const file = await make({ audio: tone(3) });
      expect((await processor.probe(file)).video).toBeUndefined();
      await expect(jobOf(file).then((job) => processor.transcode(job))).rejects.toMatchObject({
        code: 'ENCODE_FAILED',
        message: expect.stringContaining('no video'),
      });
    });

    it.each(['mov', 'mpegts', 'matroska'])(
      'what flashes and clicks at once still does (%s)',
      async (format) => {
        const file = await make({
          video:
            "color=black:size=320x180:rate=25:duration=4,drawbox=color=white:t=fill:enable='gte(t,3)'",
          audio: "aevalsrc='if(gte(t,3),0.5*sin(2*PI*1000*t),0)':sample_rate=48000:duration=4",
          videoOptions: { preset: 'veryfast', bf: '3' },
          format,
        });
        for (const changes of [{}, { separateAudio: false, containers: ['ts'] as const }]) {
          const job = await jobOf(file, changes);
          expect(job.info.durationSeconds).toBe(4);
          await processor.transcode(job);
          const master = join(job.folder, 'master.m3u8');
          expect(await onset(master, 'video')).toBe(3);
          expect(Math.abs((await onset(master, 'audio')) - 3)).toBeLessThan(0.002);
        }
      },
    );

    it.each(['mov', 'mpegts', 'matroska', 'avi'])(
      'SEC-S64 a file with too many pixels or reference frames is refused when it is probed (%s)',
      async (format) => {
        const refused = async (recipe: Partial<MediaRecipe>, reason: RegExp) =>
          expect(processor.probe(await make({ ...recipe, format }))).rejects.toMatchObject({
            code: 'MEDIA_UNREADABLE',
            details: { finding: 'BEYOND_LIMITS', reason: expect.stringMatching(reason) },
          });
        await refused({ video: movingVideo(0.04, '4112x2320') }, /pixels/);
        const video = movingVideo(0.04, '3840x2160');
        const videoOptions = { preset: 'ultrafast', refs: '16' };
        await refused({ video, videoOptions, pixelFormat: 'yuv444p10le' }, /16 reference frames/);
      },
    );

    it('audio that is longer or shorter than the video ends with it', async () => {
      await transcodes(await make({ video: movingVideo(3), audio: tone(5) }), 3);
      await transcodes(await make({ video: movingVideo(3), audio: tone(1) }), 3);
    });

    it('reads a file of four hours and stops when aborted', async () => {
      const file = await make({ video: movingVideo(14_400, '32x18', '1') });
      expect((await processor.probe(file)).durationSeconds).toBe(14_400);
      const job = await jobOf(file);
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 300);
      await expect(processor.transcode(job, { signal: abort.signal })).rejects.toMatchObject({
        code: 'ENCODE_CANCELLED',
      });
      expect(existsSync(`${job.folder}.partial`)).toBe(false);
    });
  });
}

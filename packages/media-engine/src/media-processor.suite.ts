/** Requirements of every media processor; run once per engine that this machine has. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaInfo } from './media-info.ts';
import type { MediaProcessor } from './media-processor.ts';
import { readFragments } from './package/fragments.ts';
import { readTracks } from './package/mp4-boxes.ts';
import { complaints } from './testing/decode-package.ts';
import { joinRendition } from './testing/join-rendition.ts';
import { makeMedia, movingVideo, tone } from './testing/make-media.ts';
import { buildTranscodeJob } from './testing/transcode-job-builder.ts';
import type { TranscodeJob } from './transcode/transcode-job.ts';

const target = { integrated: -23, range: 11, truePeak: -1 };

/** Samples of the last segment's audio may end up to one frame away from the video. */
const FRAME = 1_024;

/** `short` runs one row of each table and omits the cases of `long`: more audio tracks, audio alone. */
export type SuiteForm = 'short' | 'long';

export function mediaProcessorSuite(
  name: string,
  create: () => Promise<MediaProcessor>,
  form: SuiteForm,
): void {
  const rows = <T>(all: readonly T[]): readonly T[] => (form === 'long' ? all : all.slice(0, 1));
  describe(`media processor ${name}`, () => {
    let base = '';
    let clip = '';
    let info: MediaInfo;
    let processor: MediaProcessor;
    beforeAll(async () => {
      base = await mkdtemp(join(tmpdir(), 'media-processor-'));
      processor = await create();
      clip = await makeMedia(join(base, 'clip.mov'), {
        video: movingVideo(5),
        audio: tone(5),
      });
      info = await processor.probe(clip);
    });
    afterAll(() => rm(base, { recursive: true, force: true }));

    const buildJob = (folder: string, changes: Partial<TranscodeJob> = {}) =>
      buildTranscodeJob({ file: clip, info, folder: join(base, folder) }, changes);
    /** Start and length of every fragment, in seconds. */
    const timesOf = async (folder: string, rendition: string, count: number) => {
      const tracks = readTracks(await readFile(join(base, folder, rendition, 'init.mp4')));
      const found: { start: number; duration: number; timescale: number }[] = [];
      for (let index = 0; index < count; index += 1) {
        const segment = await readFile(join(base, folder, rendition, `${index}.m4s`));
        for (const { trackId, start, duration } of readFragments(segment, tracks)) {
          const timescale = tracks.find(({ id }) => id === trackId)?.timescale ?? 1;
          found.push({ start: start / timescale, duration: duration / timescale, timescale });
        }
      }
      return found;
    };

    it('returns the streams of a file', () => {
      expect(info).toMatchObject({
        durationSeconds: 5,
        declaredSeconds: 5,
        video: {
          codec: 'h264',
          width: 320,
          height: 180,
          rotation: 0,
          frameRate: [25, 1],
          isVariableFrameRate: false,
          isInterlaced: false,
          dynamicRange: 'sdr',
          endSeconds: 5,
        },
        audioTracks: [{ codec: 'aac', channels: 2, sampleRate: 48_000 }],
      });
    });

    it('makes HLS and DASH of the same segments, each with exactly the requested duration', async () => {
      const progress: number[] = [];
      const job = buildJob('whole', {
        containers: ['cmaf', 'ts'],
        manifests: ['hls', 'dash'],
      });
      const made = await processor.transcode(job, {
        onProgress: (percent) => progress.push(percent),
      });
      expect(made.segmentSeconds).toEqual([1.92, 1.92, 1.16]);
      expect(made.renditions.map((one) => `${one.name} ${one.codecs}`)).toEqual([
        'v0 avc1.4d401e',
        'v1 avc1.42c015',
        'a0 mp4a.40.2',
      ]);
      expect(made.manifests.map(({ path }) => path)).toEqual([
        'master.m3u8',
        'ts/master.m3u8',
        'manifest.mpd',
      ]);
      expect(progress.at(-1)).toBe(100);
      expect(progress).toEqual([...progress].sort((a, b) => a - b));
      const videoTracks = await timesOf('whole', 'v1', 3);
      expect(videoTracks.map(({ start }) => start)).toEqual([0, 1.92, 3.84]);
      const audioTracks = await timesOf('whole', 'a0', 3);
      expect(audioTracks.map(({ start }) => start)).toEqual([0, 1.92, 3.84]);
      expect(made.files.at(-1)?.path).toMatch(/^(manifest\.mpd|master\.m3u8|ts\/master\.m3u8)$/);
      for (const { path, bytes } of made.files) {
        expect((await readFile(join(base, 'whole', path))).length).toBe(bytes);
      }
    });

    it('writes packages that another decoder reads without a warning', async () => {
      for (const path of ['master.m3u8', 'ts/master.m3u8', 'manifest.mpd']) {
        expect(await complaints(join(base, 'whole', path)), path).toBe('');
      }
    });

    it.each(
      rows([
        ['29.97', [30_000, 1_001], 60],
        ['23.976', [24_000, 1_001], 48],
        ['60', [60, 1], 115],
        ['12.5', [25, 2], 30],
      ] as const),
    )(
      'keeps the grid of %s frames per second over all segments',
      async (label, frameRate, segmentFrames) => {
        const job = buildJob(`rate-${label}`, { frameRate, segmentFrames });
        const made = await processor.transcode(job);
        const segment = (segmentFrames * frameRate[1]) / frameRate[0];
        const videoTracks = await timesOf(`rate-${label}`, 'v0', made.segmentSeconds.length);
        const audioTracks = await timesOf(`rate-${label}`, 'a0', made.segmentSeconds.length);
        for (const [index, { start, timescale }] of videoTracks.entries()) {
          expect(Math.abs(start - index * segment) * timescale).toBeLessThan(0.001);
          expect(audioTracks[index]?.start).toBeGreaterThan(index * segment - 0.001);
          expect(audioTracks[index]?.start).toBeLessThan(index * segment + FRAME / 48_000);
        }
        expect(await complaints(join(base, `rate-${label}`, 'master.m3u8'))).toBe('');
      },
    );

    it.each(rows(['ts', 'cmaf'] as const))(
      'multiplexes audio into the video segments (%s)',
      async (container) => {
        const folder = `muxed-${container}`;
        const job = buildJob(folder, { separateAudio: false, containers: [container] });
        const made = await processor.transcode(job);
        expect(made.renditions.map(({ codecs }) => codecs)).toEqual([
          'avc1.4d401e,mp4a.40.2',
          'avc1.42c015,mp4a.40.2',
        ]);
        const master = await readFile(join(base, folder, 'master.m3u8'), 'utf8');
        expect(master).not.toContain('EXT-X-MEDIA');
        expect(await complaints(join(base, folder, 'master.m3u8'))).toBe('');
      },
    );

    it.each(rows(['cmaf', 'ts'] as const))(
      'lists key frames only, each in a separate file (%s)',
      async (container) => {
        const folder = `key-${container}`;
        const job = buildJob(folder, { iFrames: true, containers: [container] });
        const made = await processor.transcode(job);
        const master = await readFile(join(base, folder, 'master.m3u8'), 'utf8');
        expect(
          master.match(/#EXT-X-I-FRAME-STREAM-INF:.*URI="v\d-iframes\/index.m3u8"/g),
        ).toHaveLength(2);
        const file = join(base, folder, 'v0-iframes', 'index.m3u8');
        const playlist = await readFile(file, 'utf8');
        expect(playlist).toContain('#EXT-X-I-FRAMES-ONLY');
        expect(playlist.match(/#EXTINF:/g)).toHaveLength(made.segmentSeconds.length);
        expect(await complaints(file)).toBe('');
      },
    );

    it.each(
      rows([
        ['soft', 'volume=-30dB'],
        ['loud', 'volume=8dB'],
        ['with peaks', "volume='if(lt(mod(t,1),0.02),6,0.05)':eval=frame"],
      ]),
    )('brings %s audio to the target within half a unit', async (label, volume) => {
      const file = await makeMedia(join(base, `${label.replace(' ', '-')}.mov`), {
        video: movingVideo(8, '64x36'),
        audio: `${tone(8)},${volume}`,
      });
      const own = await processor.probe(file);
      const measure = await processor.measureLoudness(file, target);
      if (measure === 'silent') throw new Error('it can be heard');
      const folder = join(base, `loud-${label}`);
      const job = buildTranscodeJob({ file, info: own, folder }, { videoTracks: [] });
      const audioTracks = job.audioTracks.map((audio) => ({
        ...audio,
        loudness: { target, measure },
      }));
      await processor.transcode({ ...job, audioTracks });
      const after = await processor.measureLoudness(await joinRendition(folder, 'a0'), target);
      if (after === 'silent') throw new Error('it can be heard');
      expect(Math.abs(after.integrated - target.integrated)).toBeLessThan(0.5);
      expect(after.truePeak).toBeLessThan(target.truePeak + 0.5);
    });

    it('a cancelled job ends at once and leaves no file', async () => {
      const abort = new AbortController();
      const job = buildJob('cancelled', { preset: 'veryslow' });
      const working = processor.transcode(job, {
        signal: abort.signal,
        onProgress: () => abort.abort(),
      });
      await expect(working).rejects.toMatchObject({ code: 'ENCODE_CANCELLED' });
      expect(existsSync(job.folder)).toBe(false);
      expect(existsSync(`${job.folder}.partial`)).toBe(false);
      await expect(processor.probe(clip, { signal: abort.signal })).rejects.toMatchObject({
        code: 'ENCODE_CANCELLED',
      });
    });

    it('a job whose time is over, and one in which nothing moves, are ended by name', async () => {
      const job = buildJob('late', { preset: 'placebo' });
      await expect(processor.transcode(job, { timeoutMs: 30 })).rejects.toMatchObject({
        code: 'ENCODE_FAILED',
        message: expect.stringContaining('not done after 0.03 s'),
      });
      await expect(processor.transcode(job, { stallMs: 30 })).rejects.toMatchObject({
        code: 'ENCODE_FAILED',
        message: expect.stringContaining('nothing moved for 0.03 s'),
      });
      expect(existsSync(`${job.folder}.partial`)).toBe(false);
    });

    it('a job that the engine refuses fails with its last words and leaves no file', async () => {
      const job = buildJob('refused', { preset: 'no-such-preset' });
      await expect(processor.transcode(job)).rejects.toMatchObject({
        code: 'ENCODE_FAILED',
        details: { engine: processor.engine, reason: expect.stringMatching(/\w{3}/) },
      });
      expect(existsSync(job.folder)).toBe(false);
      expect(existsSync(`${job.folder}.partial`)).toBe(false);
    });

    if (form === 'short') return;

    it('CHE-071 narrows a range beyond that of the target to at most 4 LU more, and leaves a narrower one', async () => {
      const file = await makeMedia(join(base, 'range.mov'), {
        video: movingVideo(24, '64x36'),
        audio: `${tone(24)},volume='if(lt(mod(t,12),6),1,0.2)':eval=frame`,
      });
      const own = await processor.probe(file);
      const rangeWith = async (range: number) => {
        const wanted = { ...target, range };
        const measure = await processor.measureLoudness(file, wanted);
        if (measure === 'silent') throw new Error('it can be heard');
        const folder = join(base, `range-${range}`);
        const job = buildTranscodeJob({ file, info: own, folder }, { videoTracks: [] });
        const loudness = { target: wanted, measure };
        const audioTracks = job.audioTracks.map((audio) => ({ ...audio, loudness }));
        await processor.transcode({ ...job, audioTracks });
        const after = await processor.measureLoudness(await joinRendition(folder, 'a0'), wanted);
        if (after === 'silent') throw new Error('it can be heard');
        return { before: measure.range, after: after.range };
      };
      const wide = await rangeWith(20);
      expect(wide.before).toBeGreaterThan(10);
      expect(Math.abs(wide.after - wide.before)).toBeLessThan(1);
      // The filter follows the loudness over 3 s, so steps stay in the result for as long. With FFmpeg 5.1, steps of 14 LU
      // after 6 s and after 30 s, and a swell of 19 LU in 40 s: 6.8, 6.9 and 8.8 for 5; 9.5, 9.9 and 14.5 for 11.
      const [narrow, usual] = [(await rangeWith(5)).after, (await rangeWith(11)).after];
      expect(narrow).toBeLessThan(9);
      expect(Math.abs(usual - 11)).toBeLessThan(4);
      expect(narrow).toBeLessThan(usual - 1);
    });

    it('makes the requested number of audio tracks, and silence where the file has none', async () => {
      const [audio] = buildJob('sounds').audioTracks;
      if (audio === undefined) throw new Error('the builder has a sound');
      const audioTracks = [
        { ...audio, language: 'en' },
        { ...audio, codecs: 'ac-3', channels: 6, bitrate: 256_000, language: 'en' },
        { ...audio, source: 'silence', language: 'de' },
      ] as const;
      const job = buildJob('sounds', { audioTracks, manifests: ['hls', 'dash'] });
      const made = await processor.transcode(job);
      const tracks = made.renditions.filter(({ kind }) => kind === 'audio');
      expect(tracks.map((one) => `${one.codecs} ${one.channels} ${one.language}`)).toEqual([
        'mp4a.40.2 2 en',
        'ac-3 6 en',
        'mp4a.40.2 2 de',
      ]);
      expect(tracks[2]?.peakBps).toBeLessThan(10_000);
      const master = await readFile(join(base, 'sounds', 'master.m3u8'), 'utf8');
      expect(master.match(/#EXT-X-MEDIA:/g)).toHaveLength(3);
      expect(master.match(/#EXT-X-STREAM-INF:/g)).toHaveLength(4);
      expect(await complaints(join(base, 'sounds', 'manifest.mpd'))).toBe('');
    });

    it('makes audio only', async () => {
      const made = await processor.transcode(
        buildJob('sound-alone', { videoTracks: [], manifests: ['hls', 'dash'] }),
      );
      expect(made.renditions.map(({ kind }) => kind)).toEqual(['audio']);
      expect(made.segmentSeconds).toEqual([1.92, 1.92, 1.16]);
      expect(await complaints(join(base, 'sound-alone', 'master.m3u8'))).toBe('');
    });
  });
}

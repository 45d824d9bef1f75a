import { expect, it } from 'vitest';
import { ffmpegArguments } from '../ffmpeg/ffmpeg-arguments.ts';
import type { EncodeJob } from '../media-encoder.ts';
import { expectedSegments } from '../package/finish-package.ts';
import { planEncode } from './encode-plan.ts';

const job: EncodeJob = {
  folder: '/media/clip',
  video: { width: 640, height: 360, frameRate: 25, frameCount: 256, frames: () => [] },
  audio: { sampleRate: 48_000, samples: () => [] },
  renditions: [
    { name: 'v0', width: 640, height: 360, bitrateBps: 500_000 },
    { name: 'v1', width: 320, height: 180, bitrateBps: 200_000 },
  ],
  audioBitrateBps: 96_000,
  segmentFrames: 96,
  outputs: ['cmaf', 'ts', 'mp4'],
};

it('plans one sink per rendition and container and one for the mp4', () => {
  expect(planEncode(job).sinks.map((sink) => `${sink.file} ${sink.streams.join('+')}`)).toEqual([
    'cmaf/v0/index.m3u8 v0',
    'cmaf/v1/index.m3u8 v1',
    'cmaf/audio/index.m3u8 audio',
    'ts/v0/index.m3u8 v0',
    'ts/v1/index.m3u8 v1',
    'ts/audio/index.m3u8 audio',
    'media.mp4 v0+audio',
  ]);
});

it('closes every GOP at the segment duration', () => {
  const [video] = planEncode(job).video;
  expect(video?.options['x264-params']).toContain('keyint=96:min-keyint=96:scenecut=0:open-gop=0');
});

it('expects whole segments and a shorter last one', () => {
  expect(expectedSegments(job)).toEqual([3.84, 3.84, 2.56]);
});

it('selects the streams of each tee output of the command line by quoted names', () => {
  const tee = ffmpegArguments(planEncode(job)).at(-1) ?? '';
  expect(tee.split('|')[0]).toContain(String.raw`[f=hls:select=\'v:0\':hls_time=3.84:`);
  expect(tee.split('|').at(-1)).toBe(
    String.raw`[f=mp4:select=\'v:0,a:0\':movflags=+faststart]media.mp4`,
  );
});

import { describe, expect, it } from 'vitest';
import type { MediaInfo } from '../media-info.ts';
import { segmentSecondsOf } from '../package/finish-transcode.ts';
import { buildTranscodeJob } from '../testing/transcode-job-builder.ts';
import type { TranscodeJob } from './transcode-job.ts';
import { planTranscode } from './transcode-plan.ts';

const info: MediaInfo = {
  container: 'mov',
  bytes: 1,
  durationSeconds: 10,
  declaredSeconds: 10,
  startSeconds: 0.5,
  leadSeconds: 0,
  video: {
    stream: 0,
    codec: 'h264',
    width: 1920,
    height: 1080,
    rotation: 0,
    pixelAspect: [1, 1],
    frameRate: [25, 1],
    isVariableFrameRate: false,
    isInterlaced: false,
    dynamicRange: 'sdr',
    colorMatrix: 'bt709',
    pixelFormat: 'yuv420p',
    endSeconds: 10,
    bitrate: 1,
  },
  audioTracks: [
    { stream: 1, codec: 'aac', channels: 2, sampleRate: 48_000, language: '', endSeconds: 10 },
  ],
};
const plan = (changes: Partial<TranscodeJob> = {}, media: MediaInfo = info) =>
  planTranscode(
    buildTranscodeJob({ file: '/in.mov', info: media, folder: '/out' }, changes),
    'raw',
  );

describe('a transcode plan', () => {
  it('has a folder for every rendition, and one more level for a second container', () => {
    expect(plan({ containers: ['ts', 'cmaf'] }).sinks.map(({ folder }) => folder)).toEqual([
      'v0',
      'v1',
      'a0',
      'cmaf/v0',
      'cmaf/v1',
      'cmaf/a0',
    ]);
  });

  it('keeps video and audio separate in DASH, whatever was requested', () => {
    const made = plan({ separateAudio: false, manifests: ['hls', 'dash'] });
    expect(made.sinks.map(({ streams }) => streams.join('+'))).toEqual(['v0', 'v1', 'a0']);
  });

  it.each([
    [10, [25, 1], 48, [1.92, 1.92, 1.92, 1.92, 1.92, 0.4]],
    [10.001, [25, 1], 50, [2, 2, 2, 2, 2]],
    [4.004, [30_000, 1_001], 60, [2.002, 2.002]],
    [4.06, [25, 1], 50, [2, 2]],
    [4.12, [25, 1], 50, [2, 2, 0.12]],
    [0.01, [25, 1], 50, [0.04]],
  ] as const)(
    '%s s at %j in segments of %i frames',
    (durationSeconds, frameRate, segmentFrames, seconds) => {
      const made = plan({ frameRate, segmentFrames }, { ...info, durationSeconds });
      const found = segmentSecondsOf(made).map((one) => Math.round(one * 1e6) / 1e6);
      expect(found).toEqual(seconds);
    },
  );

  it('asks encoders for bit rates that they take', () => {
    const [audio] = buildTranscodeJob({ file: '', info, folder: '' }).audioTracks;
    if (audio === undefined) throw new Error('the builder has a sound');
    const audioTracks = [
      { ...audio, bitrate: 0 },
      { ...audio, codecs: 'ac-3', bitrate: 190_001 },
      { ...audio, codecs: 'ec-3', channels: 6, bitrate: 1 },
    ] as const;
    expect(
      plan({ audioTracks }).audioTracks.map(({ encoder, bitrate }) => [encoder, bitrate]),
    ).toEqual([
      ['aac', 128_000],
      ['ac3', 192_000],
      ['eac3', 192_000],
    ]);
    const videoTracks = [{ width: 640, height: 360, bitrate: 0, codecs: '' }];
    expect(plan({ videoTracks }).video?.renditions[0]?.bitrate).toBe(576_000);
  });

  it.each([
    [
      'an odd size',
      { videoTracks: [{ width: 641, height: 360, bitrate: 1, codecs: '' }] },
      '641x360 is an odd size',
    ],
    [
      'no size',
      { videoTracks: [{ width: 0, height: 0, bitrate: 1, codecs: '' }] },
      'no video size',
    ],
    [
      'an unknown codec',
      { videoTracks: [{ width: 640, height: 360, bitrate: 1, codecs: 'av01.0.04M.08' }] },
      'no encoder for av01',
    ],
    ['no rate', { frameRate: [25, 0] as const }, 'is none'],
    ['no frames in a segment', { segmentFrames: 0 }, 'must have a frame'],
    ['no sound', { audioTracks: [] }, 'must have audio'],
    [
      'DASH of transport streams',
      { containers: ['ts'] as const, manifests: ['dash'] as const },
      'CMAF segments only',
    ],
  ])('refuses %s and says so', (_, changes, reason) => {
    expect(() => plan(changes)).toThrow(reason);
  });

  it('refuses a stream that is no audio of the file', () => {
    const [audio] = buildTranscodeJob({ file: '', info, folder: '' }).audioTracks;
    if (audio === undefined) throw new Error('the builder has a sound');
    expect(() => plan({ audioTracks: [{ ...audio, source: 7 }] })).toThrow('stream 7');
  });
});

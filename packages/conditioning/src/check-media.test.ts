import { describe, expect, test } from 'vitest';
import { checkMedia, type Expectation } from './check-media.ts';
import type { SourceMedia, SourceVideo } from './source-media.ts';

const video: SourceVideo = {
  width: 1920,
  height: 1080,
  rotation: 0,
  isVariableFrameRate: false,
  isInterlaced: false,
  dynamicRange: 'sdr',
  bitrate: 8_000_000,
};
const media: SourceMedia = {
  durationSeconds: 30,
  declaredSeconds: 30,
  video,
  audioTracks: [{ stream: 1, channels: 2, language: 'en' }],
};
const rendition = { width: 1280, height: 720, bitrate: 3_000_000, codecs: 'avc1.64001f' };
const track = {
  codecs: 'mp4a.40.2',
  channels: 2,
  sampleRate: 48_000,
  bitrate: 128_000,
  language: '',
};
const expected: Expectation = {
  profile: { pictures: [rendition], audio: [track] },
  maxDurationSeconds: 600,
  declaredSeconds: 30,
};
const of = (part: Partial<SourceMedia>, want: Partial<Expectation> = {}) =>
  checkMedia({ ...media, ...part }, { ...expected, ...want });
const ofVideo = (part: Partial<SourceVideo>) => of({ video: { ...video, ...part } });

describe('findings', () => {
  test('an ordinary file has none', () => {
    expect(of({})).toEqual([]);
    expect(of({}, { profile: undefined, declaredSeconds: undefined })).toEqual([]);
  });

  test('what is missing', () => {
    expect(of({ video: undefined })).toEqual(['NO_VIDEO']);
    expect(of({ audioTracks: [] })).toEqual(['NO_AUDIO']);
    expect(of({ video: undefined }, { profile: { pictures: [], audio: [track] } })).toEqual([]);
  });

  test('durations: limits are inclusive, a cut file says more than it has', () => {
    expect(of({ durationSeconds: 600, declaredSeconds: 600 }, { declaredSeconds: 600 })).toEqual(
      [],
    );
    expect(of({ durationSeconds: 600.1, declaredSeconds: 0 }, { declaredSeconds: 600 })).toEqual([
      'TOO_LONG',
    ]);
    expect(of({ durationSeconds: 0.9, declaredSeconds: 0 }, { declaredSeconds: 1 })).toEqual([
      'TOO_SHORT',
    ]);
    expect(of({ durationSeconds: 12 }, { declaredSeconds: undefined })).toEqual(['TRUNCATED']);
    expect(of({ durationSeconds: 29.2 })).toEqual([]);
    expect(of({}, { declaredSeconds: 15 })).toEqual(['DURATION_DIFFERS']);
  });

  test('video that needs processing', () => {
    expect(ofVideo({ isVariableFrameRate: true })).toEqual(['VARIABLE_FRAME_RATE']);
    expect(ofVideo({ rotation: 90, width: 1080, height: 1920 })).toEqual(['ROTATED']);
    expect(ofVideo({ width: 1279, height: 719 })).toEqual(['ODD_SIZE', 'UPSCALED']);
    expect(ofVideo({ isInterlaced: true })).toEqual(['INTERLACED']);
    expect(ofVideo({ dynamicRange: 'pq' })).toEqual(['HDR']);
    expect(ofVideo({ bitrate: 500_000 })).toEqual(['LOW_BITRATE']);
    expect(ofVideo({ bitrate: 0 })).toEqual([]);
  });

  test('audio with more channels than any rendition needs', () => {
    const six = [{ stream: 1, channels: 6, language: '' }];
    expect(of({ audioTracks: six })).toEqual(['SURROUND']);
    const wide = { pictures: [rendition], audio: [{ ...track, channels: 6 }] };
    expect(of({ audioTracks: six }, { profile: wide })).toEqual([]);
  });
});

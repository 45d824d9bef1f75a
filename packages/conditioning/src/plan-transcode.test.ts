import { describe, expect, test } from 'vitest';
import type { ConditioningProfile } from './conditioning-profile.ts';
import { parseProfile } from './parse-profile.ts';
import { planTranscode } from './plan-transcode.ts';
import type { SourceAudio, SourceMedia } from './source-media.ts';

const track = {
  codecs: 'mp4a.40.2',
  channels: 2,
  sampleRate: 48_000,
  bitrate: 128_000,
  language: '',
};
const profile: ConditioningProfile = {
  manifest: 'hls',
  muxing: 'ts',
  pictures: [{ width: 1280, height: 720, bitrate: 3_000_000, codecs: 'avc1.64001f' }],
  frameRate: [25, 1],
  audio: [track],
  separateAudio: false,
  segmentMs: 3_840,
  iFrames: false,
  loudness: undefined,
};
const media = (...audioTracks: SourceAudio[]): SourceMedia => ({
  durationSeconds: 30,
  declaredSeconds: 30,
  video: undefined,
  audioTracks,
});
const audio = (stream: number, language: string, channels = 2) => ({ stream, language, channels });
const sources = (
  languages: readonly (readonly [string, number])[],
  ...audioTracks: SourceAudio[]
) => {
  const audio = languages.map(([language, channels]) => ({ ...track, language, channels }));
  return planTranscode({ ...profile, audio }, media(...audioTracks)).audioTracks.map(
    ({ source }) => source,
  );
};

describe('segments', () => {
  test('hold as many video frames as fit, at any frame rate', () => {
    const frames = (segmentMs: number, frameRate: readonly [number, number]) =>
      planTranscode({ ...profile, segmentMs, frameRate }, media()).segmentFrames;
    expect(frames(3_840, [25, 1])).toBe(96);
    expect(frames(6_006, [30_000, 1_001])).toBe(180);
    expect(frames(6_000, [30_000, 1_001])).toBe(179);
    expect(frames(10_000, [24_000, 1_001])).toBe(239);
    expect(frames(100, [1, 1])).toBe(1);
  });
});

describe('containers', () => {
  test('the own one first, and CMAF for DASH whatever the profile says', () => {
    expect(planTranscode(profile, media()).containers).toEqual(['ts']);
    expect(planTranscode(profile, media(), ['cmaf', 'ts']).containers).toEqual(['ts', 'cmaf']);
    const dash = planTranscode({ ...profile, manifest: 'dash' }, media());
    expect([dash.containers, dash.manifests]).toEqual([['cmaf'], ['dash']]);
  });
});

describe('audio', () => {
  test('matches by language, in any spelling, then an undeclared language, then the first', () => {
    const file = [audio(1, 'eng'), audio(2, 'ger'), audio(3, '')];
    expect(
      sources(
        [
          ['de-AT', 2],
          ['en', 2],
          ['fr', 2],
        ],
        ...file,
      ),
    ).toEqual([2, 1, 3]);
    expect(sources([['fr', 2]], audio(4, 'eng'), audio(5, 'ger'))).toEqual([4]);
    expect(sources([['und', 2]], audio(4, 'eng'), audio(5, 'und'))).toEqual([5]);
  });

  test('takes the stream with as many channels, else the widest for surround', () => {
    const file = [audio(1, 'en', 2), audio(2, 'en', 6)];
    expect(
      sources(
        [
          ['en', 2],
          ['en', 6],
          ['en', 8],
          ['en', 1],
        ],
        ...file,
      ),
    ).toEqual([1, 2, 2, 1]);
  });

  test('a file without audio gives silence, and odd layouts the next smaller one', () => {
    expect(
      sources([
        ['en', 2],
        ['', 6],
      ]),
    ).toEqual(['silence', 'silence']);
    const planned = planTranscode(
      { ...profile, audio: [1, 3, 6, 7, 12].map((channels) => ({ ...track, channels })) },
      media(),
    );
    expect(planned.audioTracks.map(({ channels }) => channels)).toEqual([1, 2, 6, 6, 8]);
  });
});

describe('a profile out of the database', () => {
  test('is what was put in', () => {
    expect(parseProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
  });

  test('is refused by name when it is none', () => {
    const refused = (part: object) => () => parseProfile({ ...profile, ...part });
    expect(refused({ frameRate: [25, 0] })).toThrow(/profile is wrong \(frameRate/);
    expect(refused({ pictures: [{ ...profile.pictures[0], width: 1_279 }] })).toThrow(/width/);
    expect(refused({ audio: [] })).toThrow(/audio/);
    expect(() => parseProfile(undefined)).toThrow(/profile is wrong/);
  });
});

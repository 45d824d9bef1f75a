import { expect, it } from 'vitest';
import { type ConditioningProfile, profileText } from './conditioning-profile.ts';

const profile: ConditioningProfile = {
  manifest: 'hls',
  muxing: 'cmaf',
  pictures: [{ width: 1280, height: 720, bitrate: 3_000_000, codecs: 'avc1.64001f' }],
  frameRate: [25, 1],
  audio: [
    { codecs: 'mp4a.40.2', channels: 2, sampleRate: 48_000, bitrate: 128_000, language: 'en' },
  ],
  separateAudio: true,
  segmentMs: 3840,
  iFrames: false,
  loudness: { integrated: -23, range: 11, truePeak: -1 },
};

it('equal profiles have equal texts whatever the order of their keys', () => {
  const turned = Object.fromEntries(Object.entries(profile).toReversed());
  expect(profileText(turned as unknown as ConditioningProfile)).toBe(profileText(profile));
});

it('what changes the bytes changes the text', () => {
  const texts = [
    profile,
    { ...profile, segmentMs: 4000 },
    { ...profile, muxing: 'ts' as const },
    { ...profile, loudness: undefined },
    { ...profile, pictures: profile.pictures.map((one) => ({ ...one, bitrate: 1 })) },
  ].map(profileText);
  expect(new Set(texts).size).toBe(texts.length);
});

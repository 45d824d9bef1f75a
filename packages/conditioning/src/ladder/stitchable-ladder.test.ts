import { channelSettings } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { profileText } from '../conditioning-profile.ts';
import { analysedProfile } from './declared-ladder.ts';
import { profileOfLadder } from './profile-of-ladder.ts';
import type { SourceLadder } from './source-ladder.ts';

const source: SourceLadder = {
  manifest: 'hls',
  muxing: 'cmaf',
  pictures: [{ width: 1280, height: 720, bitrate: 3_000_000, codecs: 'avc1.64001f' }],
  frameRate: [25, 1],
  audio: [
    { codecs: 'mp4a.40.2', channels: 2, sampleRate: 48_000, bitrate: 128_000, language: 'en' },
    { codecs: 'mp4a.40.2', channels: 2, sampleRate: 48_000, bitrate: 128_000, language: 'de' },
  ],
  separateAudio: true,
  segmentMs: 3_840,
  longestSegmentMs: 5_000,
  hasIFrames: true,
};
const settingsOf = (profile: object) =>
  channelSettings.parse({ name: 'c', sourceManifestUrl: 'http://h/m', profile });
/** Profile of a channel that declares the ladder of the source with these changes. */
const profileWith = (part: Partial<SourceLadder>, own: SourceLadder = source) => {
  const analysed = analysedProfile({ ...own, ...part }, settingsOf({}).profile);
  return profileOfLadder(own, settingsOf(analysed));
};

describe('SLATE-007 what creatives are encoded to follows the ladder of the profile', () => {
  it.each<[string, Partial<SourceLadder>]>([
    [
      'renditions and codecs',
      { pictures: [{ width: 640, height: 360, bitrate: 700_000, codecs: 'avc1.4d401e' }] },
    ],
    ['frame rate', { frameRate: [30_000, 1_001] }],
    ['shorter segments', { segmentMs: 1_920 }],
    ['longer segments, as far as the target duration', { segmentMs: 5_000 }],
    ['audio tracks', { audio: source.audio.slice(1) }],
  ])('in its %s', (_name, part) => {
    expect(profileWith(part)).toMatchObject(part);
  });
});

describe('SLATE-007 what cannot be mixed with the source follows the source', () => {
  it.each<[string, Partial<SourceLadder>]>([
    ['H8 the container', { muxing: 'ts' }],
    ['H24 audio apart from video', { separateAudio: false }],
  ])('%s', (_name, part) => {
    expect(profileText(profileWith(part))).toBe(profileText(profileWith({})));
  });

  it('H12 no segment is longer than the target duration', () => {
    expect(profileWith({ segmentMs: 6_000 }).segmentMs).toBe(5_000);
  });

  it('H24 where the source has its audio in the video, ads have one track', () => {
    const muxed = { ...source, muxing: 'ts' as const, separateAudio: false };
    const profile = profileWith({ muxing: 'cmaf', separateAudio: true }, muxed);
    expect(profile).toMatchObject({ muxing: 'ts', separateAudio: false });
    expect(profile.audio.map(({ language }) => language)).toEqual(['en']);
  });

  it('a source of audio alone keeps each of its rates', () => {
    const radio = { ...source, muxing: 'ts' as const, separateAudio: false, pictures: [] };
    expect(profileWith({}, radio).audio).toEqual(source.audio);
  });

  it('in DASH, where audio is always apart, ads have every track', () => {
    const muxed = { ...source, manifest: 'dash' as const, separateAudio: false };
    expect(profileWith({ separateAudio: true }, muxed).audio).toEqual(source.audio);
  });

  it('H25 I-frames, which are listed where source and ads have them', () => {
    const listed = settingsOf(analysedProfile(source, settingsOf({}).profile));
    const includeMediaTracks = { ...listed.includeMediaTracks, iFrames: true };
    expect(profileOfLadder(source, { ...listed, includeMediaTracks }).iFrames).toBe(true);
    const without = { ...source, hasIFrames: false };
    expect(profileOfLadder(without, { ...listed, includeMediaTracks }).iFrames).toBe(false);
  });
});

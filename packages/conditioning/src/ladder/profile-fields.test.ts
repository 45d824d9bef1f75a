import { type ChannelInput, channelSettings } from '@interlude/contract';
import { expect, it } from 'vitest';
import { profileText } from '../conditioning-profile.ts';
import { defaultLadder } from './default-ladder.ts';
import { profileOfLadder } from './profile-of-ladder.ts';

function profileOf(
  profile: NonNullable<ChannelInput['profile']>,
  manifest: 'hls' | 'dash' = 'hls',
) {
  const settings = channelSettings.parse({ name: 'c', sourceManifestUrl: 'http://h/m', profile });
  return profileOfLadder(defaultLadder(manifest, settings), settings);
}

it('CHE-070 CHE-071 CHE-072 each value of the loudness is in the form of creatives', () => {
  const on = { useAudioNormalization: true };
  const usual = profileText(profileOf(on));
  for (const [audioNormalization, loudness] of [
    [{ integratedLoudness: -24 }, { integrated: -24, range: 11, truePeak: -1 }],
    [{ loudnessRange: 7 }, { integrated: -23, range: 7, truePeak: -1 }],
    [{ maximumTruePeakLevel: -2 }, { integrated: -23, range: 11, truePeak: -2 }],
  ] as const) {
    const profile = profileOf({ ...on, audioNormalization });
    expect(profile.loudness).toEqual(loudness);
    expect(profileText(profile)).not.toBe(usual);
    expect(profileOf({ audioNormalization }).loudness).toBeUndefined();
  }
});

it('SLATE-007 muxingType and hasSeparateAudio decide where there is no source', () => {
  expect(profileOf({ muxingType: 'ts' })).toMatchObject({ muxing: 'ts', separateAudio: false });
  expect(profileOf({ muxingType: 'ts', hasSeparateAudio: true })).toMatchObject({
    muxing: 'ts',
    separateAudio: true,
  });
  expect(profileOf({ hasSeparateAudio: false })).toMatchObject({
    muxing: 'cmaf',
    separateAudio: false,
  });
});

import { channelInput, channelSettings } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { advancedSections } from './advanced-sections.ts';
import {
  followingChanges,
  growingPlaylist,
  withAudioNormalization,
  withHmac,
} from './following-changes.ts';

const types = ['hls-live', 'dash-live', 'hls-vod', 'dash-vod'] as const;

describe('settings that follow others', () => {
  it.each([
    ['CHE-052', 'hlsIndependentMediaSequences', 'hlsLegacyMediaSequenceHandling'],
    ['CHE-052', 'hlsLegacyMediaSequenceHandling', 'hlsIndependentMediaSequences'],
    ['CHE-066', 'generateTitleIdsUsingURL', 'useMediaFileIdAsAdId'],
    ['CHE-066', 'useMediaFileIdAsAdId', 'generateTitleIdsUsingURL'],
  ] as const)('%s %s on turns %s off; off leaves it', (_row, name, other) => {
    expect(followingChanges(name, true)).toEqual([[other, false]]);
    expect(followingChanges(name, false)).toEqual([]);
  });

  it('CHE-065 Provide VAST URL off clears removeTrackingTemplate, on does not', () => {
    expect(followingChanges('stitcher.provideVastURL', false)).toEqual([
      ['stitcher.removeTrackingTemplate', false],
    ]);
    expect(followingChanges('stitcher.provideVastURL', true)).toEqual([]);
  });

  it('SLATE-002 Use Ad Slate clears the address of the slate, on and off', () => {
    for (const on of [true, false]) {
      expect(followingChanges('isUsingAdSlate', on)).toEqual([['adSlateManifestUrl', '']]);
    }
  });

  it('CHE-050 Growing Playlist is the opposite of startAtDvrWindow', () => {
    expect([true, false, undefined].map(growingPlaylist)).toEqual([false, true, false]);
  });
});

describe('audio normalization', () => {
  const own = { integratedLoudness: -16, loudnessRange: 7, maximumTruePeakLevel: -2 };

  it('CHE-073 on takes the values that are there', () => {
    const profile = { muxingType: 'cmaf', vendor: 1, audioNormalization: own } as const;
    expect(withAudioNormalization(profile, true)).toEqual({
      ...profile,
      useAudioNormalization: true,
    });
  });

  it('CHE-073 off sets the flag alone', () => {
    const profile = { useAudioNormalization: true, audioNormalization: own };
    expect(withAudioNormalization(profile, false)).toEqual({
      useAudioNormalization: false,
      audioNormalization: own,
    });
    expect(withAudioNormalization({}, false)).toEqual({ useAudioNormalization: false });
  });

  it('CHE-070 CHE-071 CHE-072 on without values takes -23, 11 and -1', () => {
    const usual = { integratedLoudness: -23, loudnessRange: 11, maximumTruePeakLevel: -1 };
    expect(withAudioNormalization(undefined, true).audioNormalization).toEqual(usual);
    const part = { audioNormalization: { loudnessRange: 5 } };
    expect(withAudioNormalization(part, true).audioNormalization).toEqual({
      ...usual,
      loudnessRange: 5,
    });
  });
});

describe('HMAC', () => {
  it('CHE-034 off removes its settings', () => {
    const authentication = withHmac({}, true);
    expect(withHmac(authentication, false)).toEqual({});
    expect(withHmac(undefined, false)).toEqual({});
  });

  it('OP-78 on begins with SHA-256 and an hour, which is valid', () => {
    const authentication = withHmac(undefined, true);
    const hmac = { secret: '', isSecretEncrypted: false, cookieDomain: '' };
    expect(authentication.hmac).toEqual({ ...hmac, method: 'SHA256', window: 3_600 });
    const channel = { name: 'News', sourceManifestUrl: 'https://o.example/m.m3u8', authentication };
    expect(channelInput.safeParse(channel).success).toBe(true);
  });
});

describe('the advanced sections', () => {
  const shown = (type: (typeof types)[number]) =>
    advancedSections.flatMap((section) =>
      !('shownFor' in section) || section.shownFor({ type }) ? [section.id] : [],
    );
  const always = [
    ...['ad-clip-identifier', 'audio-normalization', 'output', 'cache'],
    ...['locations', 'authentication'],
  ];

  it('CHE-051 SLATE-001 OP-81 stand for live or VoD as the specification says', () => {
    const live = [...always, 'live', 'ad-slate', 'scheduler'];
    expect(shown('hls-live').toSorted()).toEqual([...live, 'hls'].toSorted());
    expect(shown('dash-live').toSorted()).toEqual(live.toSorted());
    expect(shown('hls-vod').toSorted()).toEqual([...always, 'hls', 'stitcher'].toSorted());
    expect(shown('dash-vod').toSorted()).toEqual([...always, 'stitcher'].toSorted());
  });

  it('name fields that a channel has', () => {
    const names = Object.keys(channelSettings.shape);
    for (const field of advancedSections.flatMap((section) => [...section.fields])) {
      expect(names).toContain(field.split('.')[0]);
    }
  });
});

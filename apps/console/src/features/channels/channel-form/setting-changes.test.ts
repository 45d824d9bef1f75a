import { adServerTemplates, channelInput, channelTypes, settingAround } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { newChannelValues } from './channel-form-values.ts';
import { sectionOf, sectionsFor } from './section-list.tsx';
import { changesAfter, roundedPeriod, withHmac, withScheme } from './setting-changes.ts';
import { helpOf, matchesSearch, searchTexts, settingAt } from './setting-texts.ts';

const values = newChannelValues();

describe('settings that follow others', () => {
  it.each([
    ['CHE-052', 'hlsIndependentMediaSequences', 'hlsLegacyMediaSequenceHandling'],
    ['CHE-052', 'hlsLegacyMediaSequenceHandling', 'hlsIndependentMediaSequences'],
    ['CHE-066', 'generateTitleIdsUsingURL', 'useMediaFileIdAsAdId'],
    ['CHE-066', 'useMediaFileIdAsAdId', 'generateTitleIdsUsingURL'],
  ] as const)('%s %s on turns %s off; off leaves it', (_row, name, other) => {
    expect(changesAfter(name, true, values)).toEqual([[other, false]]);
    expect(changesAfter(name, false, values)).toEqual([]);
  });

  it('CHE-065 Provide VAST URL off clears removeTrackingTemplate, on does not', () => {
    expect(changesAfter('stitcher.provideVastURL', false, values)).toEqual([
      ['stitcher.removeTrackingTemplate', false],
    ]);
    expect(changesAfter('stitcher.provideVastURL', true, values)).toEqual([]);
  });

  it('SLATE-002 Use Ad Slate clears the address of the slate, on and off', () => {
    for (const on of [true, false]) {
      expect(changesAfter('isUsingAdSlate', on, values)).toEqual([['adSlateManifestUrl', '']]);
    }
  });

  it('CHE-035 the scanning frequency switched off clears the update period', () => {
    expect(changesAfter('setScanningFrequency', true, values)).toEqual([]);
    expect(changesAfter('setScanningFrequency', false, values)).toEqual([
      ['minimumSourceUpdatePeriod', null],
    ]);
  });

  it('CHE-036 Use http switches the scheme of both beacon addresses', () => {
    const internalBeacons = { baseUrl: 'https://b.example/a' };
    expect(changesAfter('http', true, { ...values, internalBeacons })).toEqual([
      ['internalBeacons.baseUrl', 'http://b.example/a'],
      ['customClientSideBeacons.customClientSideBeaconsBaseUrl', ''],
    ]);
  });

  it('CHE-036 http switches the scheme of an address and nothing else of it', () => {
    expect(withScheme('https://b.example/https://x', true)).toBe('http://b.example/https://x');
    expect(withScheme('http://b.example:80/x?y=http:', false)).toBe(
      'https://b.example:80/x?y=http:',
    );
    expect([withScheme('', true), withScheme('//b.example', false)]).toEqual(['', '//b.example']);
  });

  it('CHE-025 another ad server system loads the parameters of its template', () => {
    const { params } = adServerTemplates.gam;
    expect(changesAfter('adSource.system', 'gam', values)).toEqual([['adSource.params', params]]);
    expect(changesAfter('preRoll.adSource.system', 'gam', values)).toEqual([
      ['preRoll.adSource.params', params],
    ]);
    expect(changesAfter('adSource.system', null, values)).toEqual([]);
  });

  it('CHE-020 a period is rounded up, then clamped to 0 to 20', () => {
    expect(['2.1', '25', '-1', ' 7 ', '', '2,5'].map(roundedPeriod)).toEqual([
      3,
      20,
      0,
      7,
      null,
      3,
    ]);
    expect(['x', '1e999', '3s'].map(roundedPeriod)).toEqual([undefined, undefined, undefined]);
  });
});

describe('audio normalization', () => {
  const name = 'profile.useAudioNormalization';
  const own = { integratedLoudness: -16, loudnessRange: 7, maximumTruePeakLevel: -2 };

  it('CHE-073 on keeps the values that are there, off changes nothing else', () => {
    const profile = { muxingType: 'cmaf', audioNormalization: own } as const;
    expect(changesAfter(name, true, { ...values, profile })).toEqual([
      ['profile.audioNormalization', own],
    ]);
    expect(changesAfter(name, false, { ...values, profile })).toEqual([]);
  });

  it('CHE-070 CHE-071 CHE-072 on without values takes -23, 11 and -1', () => {
    const defaults = { integratedLoudness: -23, loudnessRange: 11, maximumTruePeakLevel: -1 };
    const { profile: _none, ...without } = values;
    expect(changesAfter(name, true, without)).toEqual([['profile.audioNormalization', defaults]]);
    const profile = { audioNormalization: { loudnessRange: 5 } };
    expect(changesAfter(name, true, { ...values, profile })).toEqual([
      ['profile.audioNormalization', { ...defaults, loudnessRange: 5 }],
    ]);
  });
});

describe('HMAC', () => {
  it('CHE-034 off removes its settings', () => {
    const authentication = withHmac({}, true);
    expect(withHmac(authentication, false)).toEqual({});
    expect(withHmac(undefined, false)).toEqual({});
  });

  it('OP-78 on starts with SHA-256 and an hour, which is valid', () => {
    const authentication = withHmac(undefined, true);
    const hmac = { secret: '', isSecretEncrypted: false, cookieDomain: '' };
    expect(authentication.hmac).toEqual({ ...hmac, method: 'SHA256', window: 3_600 });
    const channel = { name: 'News', sourceManifestUrl: 'https://o.example/m.m3u8', authentication };
    expect(channelInput.safeParse(channel).success).toBe(true);
  });
});

describe('the sections', () => {
  const shown = (type: (typeof channelTypes)[number]) => sectionsFor(type).map(({ id }) => id);

  it('CHE-004 OP-13 stand in the order of the specification, for every type', () => {
    for (const type of channelTypes) {
      expect(shown(type).slice(0, 12)).toEqual([
        ...['details', 'source', 'profile', 'ad-server', 'ad-breaks', 'pre-roll'],
        ...['presentation-delay', 'segmentation', 'try-it', 'ad-beacons', 'beacon-settings'],
        'custom-beacons',
      ]);
    }
  });

  it('CHE-051 SLATE-001 OP-81 stand for live or VoD as the specification says', () => {
    const always = [
      ...['ad-clip-identifier', 'audio-normalization', 'output', 'cache'],
      ...['locations', 'authentication'],
    ];
    const live = [...always, 'live', 'ad-slate', 'scheduler'];
    const advanced = (type: (typeof channelTypes)[number]) => shown(type).slice(12).toSorted();
    expect(advanced('hls-live')).toEqual([...live, 'hls'].toSorted());
    expect(advanced('dash-live')).toEqual(live.toSorted());
    expect(advanced('hls-vod')).toEqual([...always, 'hls', 'stitcher'].toSorted());
    expect(advanced('dash-vod')).toEqual([...always, 'stitcher'].toSorted());
  });

  it('an error belongs to the section in which its value is edited', () => {
    expect(sectionOf('profile.vendor.key')).toBe('profile');
    expect(sectionOf('profile.audioNormalization.loudnessRange')).toBe('audio-normalization');
    expect(sectionOf('internalBeacons.events.start')).toBe('ad-beacons');
  });
});

describe('the texts of a setting', () => {
  it('say the range of a number after its help', () => {
    expect(helpOf(settingAt('authentication.hmac.window'))).toMatch(/ 1 to 604,800 s\.$/);
    expect(helpOf(settingAt('profile.audioNormalization.loudnessRange'))).toMatch(/ 1 to 20 LU\.$/);
    const { help } = settingAt('name');
    expect(helpOf(settingAt('name'))).toBe(help);
  });

  it('are what a search finds it by: its name, label, help, and what is edited in it', () => {
    const finds = (path: 'profile' | 'liveDelay', search: string) =>
      matchesSearch(search, searchTexts(settingAt(path)));
    expect(settingAround('profile.muxingType')?.editedIn).toBe('profile');
    expect([finds('profile', 'muxing'), finds('profile', 'muxing live')]).toEqual([true, false]);
    expect([finds('liveDelay', 'edge live'), finds('liveDelay', 'livedelay')]).toEqual([
      true,
      true,
    ]);
  });
});

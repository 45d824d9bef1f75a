import { describe, expect, it } from 'vitest';
import { channelInput, channelUpdate } from './channel.ts';
import { channelMode, channelOutputUri, manifestType, withMode } from './channel-rules.ts';
import { suppressibleHlsTags } from './channel-values.ts';

const minimal = { name: 'News', sourceManifestUrl: 'https://origin.example/live.m3u8' };
const problems = (input: object) =>
  channelInput
    .safeParse({ ...minimal, ...input })
    .error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];

describe('a new channel', () => {
  it('CHE-009 CHE-011 is disabled and uses the ad slate', () => {
    expect(channelInput.parse(minimal)).toMatchObject({
      state: 'disabled',
      isUsingAdSlate: true,
      type: 'hls-live',
    });
  });

  it('DATA-008 DATA-012 DATA-013 DATA-014 DATA-016 has every field of the entity', () => {
    expect(Object.keys(channelInput.parse(minimal)).sort()).toMatchSnapshot();
  });

  it('DATA-009 DATA-010 DATA-011 DATA-015 DATA-017 fills the nested parts with their defaults', () => {
    const channel = channelInput.parse(minimal);
    expect(channel.profile).toEqual({
      useAudioNormalization: false,
      audioNormalization: { integratedLoudness: -23, loudnessRange: 11, maximumTruePeakLevel: -1 },
    });
    expect(channel.preRoll).toMatchObject({
      maxDuration: 30,
      maxCount: 1,
      useDifferentAdServer: false,
    });
    expect(channel.stitcher).toMatchObject({
      numberOfSegmentsToReplayAfterMidroll: 3,
      bandwidthThreshold: 650_000,
    });
    expect(channel.segmentationConfiguration.spliceMode).toBe('both');
    expect(channel.internalBeacons).toEqual({ baseUrl: '', events: {} });
  });

  it('keeps keys it does not know in the profile and in the segmentation configuration', () => {
    const channel = channelInput.parse({
      ...minimal,
      profile: { vendor: { a: 1 } },
      segmentationConfiguration: { abc123: { defaultDuration: 10 } },
    });
    expect(channel.profile).toMatchObject({ vendor: { a: 1 } });
    expect(channel.segmentationConfiguration).toMatchObject({ abc123: { defaultDuration: 10 } });
  });
});

describe('what a channel refuses', () => {
  it.each([
    ['CHE-012', { name: '  ' }, 'name: I should not be empty!'],
    ['CHE-013', { sourceManifestUrl: 'not a url' }, 'sourceManifestUrl: I should be a valid URL!'],
    [
      'CHE-013',
      { sourceManifestUrl: 'file:///etc/passwd' },
      'sourceManifestUrl: I should be a valid URL!',
    ],
    ['CHE-047', { timeShiftWindow: 3601 }, 'timeShiftWindow: value must be between 0 and 3600'],
    [
      'CHE-048',
      { liveDelay: 601 },
      'liveDelay: Live delay should be less than 600 seconds and more than 0',
    ],
    ['CHE-049', { dvrWindow: -1 }, 'dvrWindow: value must be between 0 and 3600'],
    [
      'CHE-070',
      { profile: { audioNormalization: { integratedLoudness: -71 } } },
      'profile.audioNormalization.integratedLoudness: value must be between -70 and -5',
    ],
    [
      'CHE-021',
      { segmentationConfiguration: { segmentationTypeIdsStart: [] } },
      'segmentationConfiguration.segmentationTypeIdsStart: I should not be empty!',
    ],
    [
      'CHE-021',
      { segmentationConfiguration: { segmentationTypeIdsEnd: { a: 1 } } },
      'segmentationConfiguration.segmentationTypeIdsEnd: Invalid JSON',
    ],
    [
      'CHE-018 OP-15',
      { segmentationConfiguration: { hash: { hashValueWithSalt: ['a', 'fourteen bytes'] } } },
      'segmentationConfiguration.hash.hashValueWithSalt: Value should be at least 15 bytes long.',
    ],
    [
      'CHE-037',
      { preRoll: { maxDuration: '', maxCount: 1.5 } },
      'preRoll.maxDuration: value must be between 0 and 600',
    ],
    [
      'CHE-022',
      { authentication: { hmac: { secret: 'abc', isSecretEncrypted: true } } },
      'authentication.hmac.secret: Secret code is not an even character length.',
    ],
    [
      'CHE-052',
      { hlsIndependentMediaSequences: true, hlsLegacyMediaSequenceHandling: true },
      'hlsLegacyMediaSequenceHandling: Choose one of the two media sequence options.',
    ],
    [
      'CHE-066',
      { generateTitleIdsUsingURL: true, useMediaFileIdAsAdId: true },
      'useMediaFileIdAsAdId: Choose one of the two ad clip identifiers.',
    ],
  ])('%s %j', (_id, input, expected) => {
    expect(problems(input)).toContain(expected);
  });

  it('CHE-048 accepts 0 and 600 as live edge timing (OP-23)', () => {
    expect([problems({ liveDelay: 0 }), problems({ liveDelay: 600 })]).toEqual([[], []]);
  });

  it('CHE-020 rounds the source update period up and clamps it to 0 to 20 (OP-17)', () => {
    const parsed = [2.1, 25, -1].map(
      (value) =>
        channelInput.parse({ ...minimal, minimumSourceUpdatePeriod: value })
          .minimumSourceUpdatePeriod,
    );
    expect(parsed).toEqual([3, 20, 0]);
    expect(problems({ minimumSourceUpdatePeriod: 'x' })).toContain(
      'minimumSourceUpdatePeriod: Value should be number between 0 and 20',
    );
  });

  it('CHE-053 CONST-001 offers exactly the ten suppressible tags', () => {
    expect(suppressibleHlsTags).toHaveLength(10);
    expect(problems({ hlsSuppressTags: ['KEY'] })).not.toEqual([]);
  });

  it('a save takes the channel as it was read, with the time of the reading', () => {
    expect(
      channelUpdate.safeParse({ ...minimal, updatedAt: '2026-01-01T00:00:00.000Z' }).success,
    ).toBe(true);
  });
});

describe('channel rules', () => {
  it('CHE-007 CHE-008 the type is manifest type and mode; a new mode changes only the suffix', () => {
    expect([
      manifestType('dash-live'),
      channelMode('dash-live'),
      withMode('dash-live', 'vod'),
    ]).toEqual(['dash', 'live', 'dash-vod']);
  });

  it('CHE-014 CHE-036 the output address follows type, base and the http switch', () => {
    const channel = { id: 'a b', type: 'hls-live', http: false } as const;
    expect(channelOutputUri('https://play.example/', channel)).toBe(
      'https://play.example/hls/a%20b/master.m3u8',
    );
    expect(channelOutputUri('https://play.example', { ...channel, http: true })).toBe(
      'http://play.example/hls/a%20b/master.m3u8',
    );
    expect(
      channelOutputUri('https://x', {
        ...channel,
        type: 'dash-live',
        externalBaseUrl: 'https://cdn.example',
      }),
    ).toBe('https://cdn.example/dash/a%20b/manifest.mpd');
  });
});

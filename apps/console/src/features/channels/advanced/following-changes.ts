/** What the change of one setting does to others (CHE-034, CHE-052, CHE-065, CHE-066, CHE-073, SLATE-002). Pure. */
import { audioNormalization } from '@interlude/contract';
import type { ChannelFormValues, SettingName } from '../channel-form/channel-form-values.ts';
import { withoutHmac } from '../channel-form/clearing-rules.ts';

/** A setting, and the value that it gets. */
export type FollowingChange = readonly [SettingName, unknown];

/** The other of a pair of which at most one is on. */
const exclusivePairs = {
  hlsIndependentMediaSequences: 'hlsLegacyMediaSequenceHandling',
  hlsLegacyMediaSequenceHandling: 'hlsIndependentMediaSequences',
  generateTitleIdsUsingURL: 'useMediaFileIdAsAdId',
  useMediaFileIdAsAdId: 'generateTitleIdsUsingURL',
} as const satisfies Partial<Record<SettingName, SettingName>>;

export type LeadingSetting =
  | keyof typeof exclusivePairs
  | 'stitcher.provideVastURL'
  | 'isUsingAdSlate';

/** The changes that follow when a setting gets this value. */
export function followingChanges(name: LeadingSetting, value: boolean): readonly FollowingChange[] {
  switch (name) {
    case 'stitcher.provideVastURL':
      return value ? [] : [['stitcher.removeTrackingTemplate', false]];
    case 'isUsingAdSlate':
      return [['adSlateManifestUrl', '']];
    default:
      return value ? [[exclusivePairs[name], false]] : [];
  }
}

type Profile = NonNullable<ChannelFormValues['profile']>;

/** Off is the flag alone; on takes the values that are there, and the usual ones for those that are not. */
export function withAudioNormalization(profile: Profile | undefined, on: boolean): Profile {
  if (!on) return { ...profile, useAudioNormalization: false };
  const usual = audioNormalization.parse({});
  return {
    ...profile,
    useAudioNormalization: true,
    audioNormalization: { ...usual, ...profile?.audioNormalization },
  };
}

type Authentication = NonNullable<ChannelFormValues['authentication']>;

/** Off leaves nothing of the settings of HMAC. */
export function withHmac(authentication: Authentication | undefined, on: boolean): Authentication {
  if (!on) return withoutHmac(authentication ?? {});
  const usual = {
    secret: '',
    isSecretEncrypted: false,
    method: 'SHA256',
    window: 3_600,
    cookieDomain: '',
  } as const;
  return { ...authentication, hmac: { ...usual, ...authentication?.hmac } };
}

/** The checkbox and the setting say the opposite of each other (CHE-050). */
export function growingPlaylist(startAtDvrWindow: boolean | undefined): boolean {
  return startAtDvrWindow === false;
}

/**
 * Changes of other settings that follow from the change of one (CHE-025, CHE-034 to CHE-036, CHE-052, CHE-065, CHE-066,
 * CHE-073, SLATE-002). Pure.
 */
import {
  adServerSystems,
  adServerTemplates,
  audioNormalization,
  type SettingPath,
} from '@interlude/contract';
import type { ChannelFormValues } from './channel-form-values.ts';

/** A setting, and the value that it gets. */
export type SettingChange = readonly [SettingPath, unknown];

type Rule = (value: unknown, values: ChannelFormValues) => readonly SettingChange[];

const turnsOff =
  (other: SettingPath): Rule =>
  (value) =>
    value === true ? [[other, false]] : [];

const loadsParams =
  (name: 'adSource.params' | 'preRoll.adSource.params'): Rule =>
  (value) => {
    const system = adServerSystems.find((each) => each === value);
    return system === undefined ? [] : [[name, structuredClone(adServerTemplates[system].params)]];
  };

const rules: Readonly<Partial<Record<SettingPath, Rule>>> = {
  hlsIndependentMediaSequences: turnsOff('hlsLegacyMediaSequenceHandling'),
  hlsLegacyMediaSequenceHandling: turnsOff('hlsIndependentMediaSequences'),
  generateTitleIdsUsingURL: turnsOff('useMediaFileIdAsAdId'),
  useMediaFileIdAsAdId: turnsOff('generateTitleIdsUsingURL'),
  'stitcher.provideVastURL': (on) =>
    on === true ? [] : [['stitcher.removeTrackingTemplate', false]],
  isUsingAdSlate: () => [['adSlateManifestUrl', '']],
  // Without the switch the source's own interval applies, and a period would have no effect.
  setScanningFrequency: (on) => (on === true ? [] : [['minimumSourceUpdatePeriod', null]]),
  http: (on, { internalBeacons, customClientSideBeacons }) => [
    ['internalBeacons.baseUrl', withScheme(internalBeacons?.baseUrl ?? '', on === true)],
    [
      'customClientSideBeacons.customClientSideBeaconsBaseUrl',
      withScheme(customClientSideBeacons?.customClientSideBeaconsBaseUrl ?? '', on === true),
    ],
  ],
  'adSource.system': loadsParams('adSource.params'),
  'preRoll.adSource.system': loadsParams('preRoll.adSource.params'),
  // Off changes the flag alone; on adds defaults to the values that are there.
  'profile.useAudioNormalization': (on, { profile }) =>
    on === true
      ? [
          [
            'profile.audioNormalization',
            { ...audioNormalization.parse({}), ...profile?.audioNormalization },
          ],
        ]
      : [],
};

/** Changes of other settings that follow when a setting gets another value. */
export function changesAfter(
  name: SettingPath,
  value: unknown,
  values: ChannelFormValues,
): readonly SettingChange[] {
  return rules[name]?.(value, values) ?? [];
}

/** The address with http or https; an address of another scheme stays as it is (CHE-036). */
export function withScheme(address: string, http: boolean): string {
  return address.replace(/^https?:/i, http ? 'http:' : 'https:');
}

/** Rounded up, then at most 20 and at least 0 (CHE-020, OP-17). Undefined: not a number. */
export function roundedPeriod(typed: string): number | null | undefined {
  const trimmed = typed.trim();
  if (trimmed === '') return null;
  const amount = Number(trimmed.replace(',', '.'));
  if (!Number.isFinite(amount)) return;
  return Math.min(20, Math.max(0, Math.ceil(amount)));
}

type Authentication = NonNullable<ChannelFormValues['authentication']>;

/** The authentication with or without HMAC; without it all settings of HMAC are removed (CHE-034, OP-78). */
export function withHmac(authentication: Authentication | undefined, on: boolean): Authentication {
  const { hmac, ...others } = { hmac: undefined, ...authentication };
  if (!on) return others;
  const defaults = {
    secret: '',
    isSecretEncrypted: false,
    method: 'SHA256',
    window: 3_600,
    cookieDomain: '',
  } as const;
  return { ...others, hmac: { ...defaults, ...hmac } };
}

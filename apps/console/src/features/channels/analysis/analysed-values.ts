/** Maps an analysis to the values of the form. Pure. */
import type { SourceAnalysis } from '@interlude/contract';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';

type Profile = NonNullable<ChannelFormValues['profile']>;

/** Settings that an analysis answers under the channel's own names. */
const analysedSettings = [
  'isMultiPeriod',
  'compatibilityHlsMedia',
  'minimumSourceUpdatePeriod',
  'setScanningFrequency',
  'dynamicConfiguration',
  'fallbackSourceTags',
  'passThroughCaidSegmentation',
  'cohortsEnabled',
  'cacheList',
  'trueSourceUrl',
  'externalBaseUrl',
  'prefetchDuration',
  'cacheTime',
  'includeMediaTracks',
] as const satisfies readonly (keyof SourceAnalysis & keyof ChannelFormValues)[];

export type AnalysedSettings = Pick<ChannelFormValues, 'type' | (typeof analysedSettings)[number]>;

/** Settings that an empty value does not change: it says that the source does not require them. */
const additions: ReadonlySet<string> = new Set<(typeof analysedSettings)[number]>([
  'fallbackSourceTags',
  'passThroughCaidSegmentation',
  'cohortsEnabled',
  'cacheList',
  'externalBaseUrl',
  'prefetchDuration',
  'cacheTime',
]);

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : !value;
}

/** Only what the analysis knows: a setting that it leaves out stays as it is. */
export function settingsOf(analysis: SourceAnalysis): AnalysedSettings {
  const known = analysedSettings.filter(
    (name) => analysis[name] !== undefined && !(additions.has(name) && isEmpty(analysis[name])),
  );
  const settings = Object.fromEntries(known.map((name) => [name, analysis[name]]));
  const type = typeOf(analysis);
  return { ...(type !== undefined && { type }), ...settings };
}

function typeOf({ type, manifestType, isLive }: SourceAnalysis): ChannelFormValues['type'] {
  if (type !== undefined || manifestType === undefined || isLive === undefined) return type;
  return `${manifestType}-${isLive ? 'live' : 'vod'}`;
}

/** Loudness is the operator's choice: no source declares it, so an analysis leaves it alone. */
export function profileOf(analysed: Profile, current: Profile | undefined): Profile {
  const { useAudioNormalization, audioNormalization } = current ?? {};
  return {
    ...analysed,
    ...(useAudioNormalization !== undefined && { useAudioNormalization }),
    ...(audioNormalization !== undefined && { audioNormalization }),
  };
}

export interface ChangedSetting {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The settings of an analysis that differ from those of the form. */
export function changedSettings(
  settings: AnalysedSettings,
  values: ChannelFormValues,
): ChangedSetting[] {
  const current = new Map(Object.entries(values));
  return Object.entries(settings)
    .map(([name, after]) => ({ name, before: current.get(name), after }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

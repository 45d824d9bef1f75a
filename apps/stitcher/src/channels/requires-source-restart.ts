/**
 * Whether a save changed settings with which the source cache was built: the cache then begins anew, like after a
 * reset.
 */
import type { ChannelSettings } from '@interlude/contract';
import type { ChannelEntry } from './channel-entry.ts';

const sourceSettings = [
  'type',
  'isMultiPeriod',
  'sourceManifestUrl',
  'trueSourceUrl',
  'sourceHeaders',
  'sourceOrigins',
  'segmentationConfiguration',
  'hlsSuppressTags',
  'setScanningFrequency',
  'minimumSourceUpdatePeriod',
  'fallbackSourceTags',
  'passThroughCaidSegmentation',
  'includeMediaTracks',
  'timeShiftWindow',
  'dvrWindow',
  'liveDelay',
  'cacheList',
  'dynamicConfiguration',
  'readInBandEvents',
] as const satisfies readonly (keyof ChannelSettings)[];

/**
 * The settings with which the source cache of a channel is built: another text is another source. May contain secrets.
 */
export const sourceText = ({ settings }: ChannelEntry): string =>
  JSON.stringify([settings.stitcher.httpProxyUrl, ...sourceSettings.map((name) => settings[name])]);

export function requiresSourceRestart(before: ChannelEntry, after: ChannelEntry): boolean {
  return sourceText(before) !== sourceText(after);
}

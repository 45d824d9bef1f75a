/** Whether a save changed what the source cache was built with: it then begins anew, like after a reset. */
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
] as const satisfies readonly (keyof ChannelSettings)[];

export function requiresSourceRestart(before: ChannelEntry, after: ChannelEntry): boolean {
  const proxyOf = ({ settings }: ChannelEntry) => settings.stitcher.httpProxyUrl;
  return (
    proxyOf(before) !== proxyOf(after) ||
    sourceSettings.some(
      (name) => JSON.stringify(before.settings[name]) !== JSON.stringify(after.settings[name]),
    )
  );
}

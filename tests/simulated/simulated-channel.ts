/** A channel of the stitcher on a source of the lab, with the lab's ad server and slate. */
import { channelInput } from '@interlude/contract';
import type { ChannelEntry } from '../../apps/stitcher/src/channels/channel-entry.ts';
import type { LiveSource } from './live-sources.ts';

/** @param adPath of the ad server, with tokens */
export function simulatedChannel(
  source: LiveSource,
  index: number,
  lab: string,
  adPath = '/ads/vast',
): ChannelEntry {
  const { state: _, ...settings } = channelInput.parse({
    name: source.name,
    type: source.protocol === 'hls' ? 'hls-live' : 'dash-live',
    isMultiPeriod: source.isMultiPeriod,
    sourceManifestUrl: lab + source.path,
    adSource: { system: 'gva', url: lab + adPath, params: {} },
    isUsingAdSlate: true,
    adSlateManifestUrl: lab + source.slate,
    liveDelay: source.liveDelay ?? 0,
  });
  return {
    id: `c${index}`,
    tenantId: 't1',
    tier: 'enterprise',
    settings,
    revision: '1',
    resets: 0,
  };
}

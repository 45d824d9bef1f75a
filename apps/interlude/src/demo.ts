/**
 * The demo: channels that play the lab's live streams with ads of the lab's ad server. Made once, in a
 * tenant without channels; on later starts they only follow the lab when LAB_PORT has changed.
 */
import { channelSettings, listQuery } from '@interlude/contract';
import {
  createChannelStore,
  createTenantStore,
  type Database,
  type StoredChannel,
} from '@interlude/persistence';
import type { Logger } from '@interlude/runtime';

export interface DemoOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly tenantId: string;
  /** Address of the lab, without a slash at the end. */
  readonly lab: string;
}

const demoChannels = [
  { name: 'Demo CMAF, breaks by EXT-X-CUE-OUT', container: 'cmaf', cues: 'cue' },
  { name: 'Demo TS, breaks by EXT-X-DATERANGE', container: 'ts', cues: 'daterange' },
] as const;

/** A source on a lab: the address it had when it was stored, then the path. */
const labSource = /^(http:\/\/127\.0\.0\.1:\d+)(\/live\/(?:cmaf|ts)\/(?:cue|daterange)\/.*)$/;

async function createDemoChannels({ database, tenantId, lab }: DemoOptions): Promise<void> {
  const channels = createChannelStore(database);
  for (const { name, container, cues } of demoChannels) {
    const settings = channelSettings.parse({
      name,
      type: 'hls-live',
      sourceManifestUrl: `${lab}/live/${container}/${cues}/master.m3u8`,
      adSource: { system: 'gva', url: `${lab}/ads/vast` },
      profile: { muxingType: container, manifestType: 'hls', hasSeparateAudio: true },
      adSlateManifestUrl: `${lab}/slate/${container}/master.m3u8`,
    });
    await channels.create(tenantId, settings, 'enabled');
  }
}

/** The channel's settings with the lab's new address; undefined when it does not play the lab, or from there already. */
export function followLab(channel: StoredChannel, lab: string) {
  const stored = labSource.exec(channel.sourceManifestUrl)?.[1];
  if (stored === undefined || stored === lab) return undefined;
  const moved = (url: string): string =>
    url.startsWith(`${stored}/`) ? `${lab}${url.slice(stored.length)}` : url;
  return channelSettings.parse({
    ...channel,
    sourceManifestUrl: moved(channel.sourceManifestUrl),
    adSource: { ...channel.adSource, url: moved(channel.adSource.url) },
    adSlateManifestUrl: moved(channel.adSlateManifestUrl),
  });
}

export async function prepareDemo(options: DemoOptions): Promise<void> {
  const { database, logger, tenantId, lab } = options;
  const channels = createChannelStore(database);
  const { rows } = await channels.list(tenantId, listQuery.parse({ limit: -1 }));
  const isFirst = await createTenantStore(database).claimDemo(tenantId);
  if (isFirst && rows.length === 0) {
    await createDemoChannels(options);
    logger.info({ channels: demoChannels.length }, 'demo channels made');
    return;
  }
  for (const channel of rows) {
    const settings = followLab(channel, lab);
    if (settings === undefined) continue;
    await channels.update(tenantId, channel.id, { settings });
    logger.info({ channelId: channel.id, lab }, 'channel follows the lab to its new address');
  }
}

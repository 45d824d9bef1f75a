/**
 * The document that one installation pushes to another that plays a channel for it:
 * `PUT | GET | DELETE {baseUrl}/cluster/v1/channels/{id}` with `Authorization: Bearer <SSAI_API_TOKEN>`.
 */
import { z } from 'zod';
import { type ChannelSettings, channelSettings } from './channel.ts';
import { channelStates } from './channel-values.ts';
import { scheduledBreak } from './scheduled-break.ts';

export const clusterChannelsPath = '/cluster/v1/channels/';

/** A channel with its secrets in plain text, which the cluster needs to play it. */
export const clusterChannel = z.object({
  version: z.number().int().min(1).describe('rises with each change; an older one is not taken'),
  state: z.enum(channelStates),
  resets: z.number().int().min(0).describe('rises with each reset'),
  settings: channelSettings,
  scheduledBreaks: z.array(scheduledBreak).max(2_000).default([]),
});
export type ClusterChannel = z.output<typeof clusterChannel>;

/** Answer of PUT and GET. */
export const clusterChannelAnswer = z.object({
  id: z.string(),
  version: z.number().int(),
  previewKey: z
    .string()
    .describe(
      'in place of the api-key, for the player of the console; empty when the channel requires none',
    ),
  previewExpires: z.number().int().describe('epoch seconds'),
});
export type ClusterChannelAnswer = z.output<typeof clusterChannelAnswer>;

/** Settings with the cluster's base URL of client-side beacons where the channel names none. */
export function withClusterBeacons(
  settings: ChannelSettings,
  beaconsBaseUrl: string,
): ChannelSettings {
  const custom = settings.customClientSideBeacons;
  if (beaconsBaseUrl === '' || custom.customClientSideBeaconsBaseUrl !== '') return settings;
  const customClientSideBeaconsBaseUrl = beaconsBaseUrl;
  return { ...settings, customClientSideBeacons: { ...custom, customClientSideBeaconsBaseUrl } };
}

/** A creative or slate encoded to the profile of one channel: the request, and the addresses of the result. */
import { z } from 'zod';
import { channelTypes } from '../channels/channel-values.ts';
import { encodingProfile } from '../channels/settings/creatives.ts';
import { httpUrl } from '../channels/settings/schemas.ts';

/** Failed jobs of one creative and profile after which no more are made until they are archived. */
export const failedJobsLimit = 3;

/**
 * Body of PUT (API-047, OP-57). The names of the entity, `id` and `source`, are also accepted, as `titleId` and
 * `mediaUrl`. `titleId` of an ad is its clip id.
 */
export const channelAssetInput = z
  .object({
    titleId: z.string().max(500).default(''),
    id: z.string().max(500).optional(),
    channelId: z.string().max(100).default(''),
    allChannels: z
      .boolean()
      .default(false)
      .describe('for all enabled channels: an ingest ahead of time'),
    channelType: z.enum(channelTypes).optional().describe('left out: that of the channel'),
    profile: encodingProfile.unwrap().optional().describe('left out: that of the channel'),
    mediaUrl: httpUrl('I should be a valid URL!').optional(),
    source: httpUrl('I should be a valid URL!').optional(),
    name: z.string().trim().max(300).default(''),
    titleType: z
      .enum(['ad', 'ad-slate'])
      .optional()
      .describe('ad unless said, or what the title is'),
    http: z.boolean().default(false).describe('answer an http address instead of https'),
    workflowParams: z
      .record(z.string().max(60), z.unknown())
      .default({})
      .describe('settings of tasks for this job alone: {"encode": {"preset": "fast"}}'),
  })
  .transform(({ id, source, ...input }) => ({
    ...input,
    titleId: input.titleId === '' ? (id ?? '') : input.titleId,
    mediaUrl: input.mediaUrl ?? source,
  }));
export type ChannelAssetInput = z.input<typeof channelAssetInput>;
export type ChannelAssetRequestBody = z.output<typeof channelAssetInput>;

/** A ready asset. */
export const channelAsset = z.object({
  id: z.string(),
  titleId: z.string(),
  url: z
    .string()
    .describe('what plays: a multivariant playlist or an MPD, by the type of the channel'),
  jobId: z.string(),
});
export type ChannelAsset = z.output<typeof channelAsset>;

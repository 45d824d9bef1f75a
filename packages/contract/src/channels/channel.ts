/** The channel: the settings of the operator, and the fields that the platform adds. */
import { z } from 'zod';
import { channelStates } from './channel-values.ts';
import { channelSettingTree } from './settings/channel-settings.ts';
import { shapeOf } from './settings/setting.ts';

/** Everything an operator may set; a new channel gets these defaults. */
export const channelSettings = z.object(shapeOf(channelSettingTree));

const exclusive = (
  channel: {
    [Key in
      | 'hlsIndependentMediaSequences'
      | 'hlsLegacyMediaSequenceHandling'
      | 'generateTitleIdsUsingURL'
      | 'useMediaFileIdAsAdId']?: boolean | undefined;
  },
  context: { addIssue: (issue: { code: 'custom'; message: string; path: string[] }) => void },
) => {
  if (channel.hlsIndependentMediaSequences && channel.hlsLegacyMediaSequenceHandling) {
    context.addIssue({
      code: 'custom',
      message: 'Choose one of the two media sequence options.',
      path: ['hlsLegacyMediaSequenceHandling'],
    });
  }
  if (channel.generateTitleIdsUsingURL && channel.useMediaFileIdAsAdId) {
    context.addIssue({
      code: 'custom',
      message: 'Choose one of the two ad clip identifiers.',
      path: ['useMediaFileIdAsAdId'],
    });
  }
};

/** Body of POST: settings with defaults. A new channel is disabled (CHE-009). */
export const channelInput = channelSettings
  .extend({ state: z.enum(channelStates).default('disabled') })
  .superRefine(exclusive);
export type ChannelInput = z.input<typeof channelInput>;
export type ChannelSettings = z.output<typeof channelSettings>;

/**
 * Body of PUT: the whole channel as it was read, with changes. By `updatedAt` as it was read the server refuses to
 * overwrite a later save of somebody else (EDIT_CONFLICT); left out = no check.
 */
export const channelUpdate = channelSettings
  .extend({ state: z.enum(channelStates).optional(), updatedAt: z.iso.datetime().optional() })
  .superRefine(exclusive);
export type ChannelUpdate = z.input<typeof channelUpdate>;

/** A channel as the API answers it. Times are ISO 8601 in UTC (OP-83). */
export const channel = channelSettings.extend({
  id: z.string(),
  tenant: z.string().describe('id of the company (DATA-019)'),
  state: z.enum(channelStates),
  outputUri: z.string().describe('what viewers open; made by the platform'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  code: z
    .number()
    .int()
    .optional()
    .describe(
      'of a save: above 399 when it is kept but has not reached the SSAI cluster of the channel, which is tried again',
    ),
  errorCode: z.string().optional().describe('beside `code`'),
  message: z.string().optional().describe('beside `code`: what to show'),
});
export type Channel = z.output<typeof channel>;

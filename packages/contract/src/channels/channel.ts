/** The channel: what the operator configures and what the platform adds. */
import { z } from 'zod';
import {
  adSource,
  beaconTimings,
  channelStates,
  channelTypes,
  customClientSideBeacons,
  encodingProfile,
  hmacAuthentication,
  httpUrl,
  includeMediaTracks,
  internalBeacons,
  locationReplacement,
  optionalUrl,
  preRoll,
  seconds,
  segmentationConfiguration,
  stitcherSettings,
  suppressibleHlsTags,
} from './channel-fields.ts';

const liveDelayMessage = 'Live delay should be less than 600 seconds and more than 0';

/** Everything an operator may set; a new channel gets these defaults. */
export const channelSettings = z.object({
  name: z
    .string({ error: 'I should not be empty!' })
    .trim()
    .min(1, 'I should not be empty!')
    .max(200),
  type: z.enum(channelTypes).default('hls-live'),
  sourceManifestUrl: httpUrl('I should be a valid URL!'),
  adSource,
  profile: encodingProfile,
  enablePreRoll: z.boolean().default(false),
  preRoll,
  isUsingAdSlate: z.boolean().default(true),
  adSlateManifestUrl: optionalUrl,
  enableServerSideBeacons: z.boolean().default(true),
  beaconTiming: z
    .enum(beaconTimings)
    .optional()
    .describe(
      'when the stitcher counts an event of an ad: `onRequest` (default) when the segment that reaches it is asked for, `onElapsed` when the ad has played that far by the clock',
    ),
  customClientSideBeacons,
  internalBeacons,
  segmentationConfiguration,
  stitcher: stitcherSettings,

  apiKey: z
    .string()
    .max(200)
    .default('')
    .describe('viewers send it as `api-key`; empty = not asked'),
  http: z.boolean().default(false),
  presetId: z.string().max(60).default(''),
  systemId: z
    .string()
    .max(60)
    .default('')
    .describe(
      'the SSAI cluster that plays the channel, a system of type ssai-cluster; empty = this installation',
    ),
  schedulerExternalId: z.string().max(200).default(''),

  isMultiPeriod: z.boolean().default(false),
  compatibilityHlsMedia: z.boolean().default(false),
  setScanningFrequency: z.boolean().default(false),
  minimumSourceUpdatePeriod: z
    .number({ error: 'Value should be number between 0 and 20' })
    .transform((value) => Math.min(20, Math.max(0, Math.ceil(value))))
    .nullable()
    .default(null)
    .describe('seconds'),
  dynamicConfiguration: z.boolean().default(false),
  fallbackSourceTags: z.array(z.string().max(60)).max(20).default([]),
  passThroughCaidSegmentation: z.boolean().default(false),
  cohortsEnabled: z.boolean().default(false),
  sourceHeaders: z.record(z.string().max(100), z.string().max(2_000)).default({}),
  trueSourceUrl: optionalUrl,
  externalBaseUrl: optionalUrl,

  cacheList: z.array(z.unknown()).max(100).default([]),
  prefetchDuration: seconds(0, 600).default(0).describe('seconds'),
  cacheTime: seconds(0, 86_400).default(0).describe('seconds'),
  contentLocationReplacement: locationReplacement,
  adLocationReplacement: locationReplacement,

  timeShiftWindow: seconds(0, 3600)
    .int('value must be between 0 and 3600')
    .default(0)
    .describe('seconds'),
  liveDelay: z
    .number({ error: liveDelayMessage })
    .min(0, liveDelayMessage)
    .max(600, liveDelayMessage)
    .default(0)
    .describe('seconds'),
  dvrWindow: seconds(0, 3600).default(0).describe('seconds; 0 = as the source'),
  startAtDvrWindow: z.boolean().default(true),
  suggestedPresentationDelay: seconds(0, 600).nullable().default(null).describe('seconds'),
  hlsIndependentMediaSequences: z.boolean().default(false),
  hlsLegacyMediaSequenceHandling: z.boolean().default(false),
  hlsSuppressTags: z.array(z.enum(suppressibleHlsTags)).max(suppressibleHlsTags.length).default([]),
  preservePlaylistFilename: z.boolean().default(false),
  overwriteGroupId: z.string().max(100).default(''),
  includeMediaTracks,
  dropPartialReplacements: z.boolean().default(false),
  dropPartialReplacementsMinPercentage: seconds(0, 100).int().default(0).describe('percent'),

  generateTitleIdsUsingURL: z.boolean().default(false),
  useMediaFileIdAsAdId: z.boolean().default(false),
  authentication: z.object({ hmac: hmacAuthentication.optional() }).default({}),
});

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

/** What POST takes: settings with defaults. `state` of a new channel is disabled (CHE-009). */
export const channelInput = channelSettings
  .extend({ state: z.enum(channelStates).default('disabled') })
  .superRefine(exclusive);
export type ChannelInput = z.input<typeof channelInput>;
export type ChannelSettings = z.output<typeof channelSettings>;

/**
 * What PUT takes: the whole channel as it was read, with changes. `updatedAt` of the reading lets the
 * server refuse a save over somebody else's (EDIT_CONFLICT); left out = no check.
 */
export const channelUpdate = channelSettings
  .extend({ state: z.enum(channelStates).optional(), updatedAt: z.iso.datetime().optional() })
  .superRefine(exclusive);
export type ChannelUpdate = z.input<typeof channelUpdate>;

/** A channel as the API answers it. Times are ISO 8601 in UTC (OP-83). */
export const channel = channelSettings.extend({
  id: z.string(),
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

/** What the API answers instead of a stored secret; sent back unchanged it keeps the secret (OP-30). */
export const secretPlaceholder = '********';

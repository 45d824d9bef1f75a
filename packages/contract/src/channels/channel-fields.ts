/**
 * The parts of a channel, one schema each, with their defaults and limits. Wire names are the
 * specification's; units stand in `.describe()`. What a field does to the stream is in docs/manual.
 */
import { z } from 'zod';
import { adServerParameters, refuseShortSalts } from '../ad-servers/hash-with-salt.ts';

export const channelTypes = ['hls-live', 'dash-live', 'hls-vod', 'dash-vod'] as const;
export type ChannelType = (typeof channelTypes)[number];
export const channelStates = ['enabled', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** Tags that hlsSuppressTags may name, without `EXT-X-` (CONST-001). */
export const suppressibleHlsTags = [
  'PROGRAM-DATE-TIME',
  'ALLOW-CACHE',
  'DATERANGE',
  'I-FRAMES-ONLY',
  'I-FRAME-STREAM-INF',
  'SESSION-DATA',
  'INDEPENDENT-SEGMENTS',
  'DISCONTINUITY-SEQUENCE',
  'START',
  'GAP',
] as const;

export const beaconEventNames = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
] as const;

export const beaconTimings = ['onRequest', 'onElapsed'] as const;

export const adServerSystems = ['gva', 'gam', 'freewheel', 'spotx', 'proxy'] as const;

const between = (min: number, max: number) => {
  const message = `value must be between ${min} and ${max}`;
  return z.number({ error: message }).min(min, message).max(max, message);
};

const wholeBetween = (min: number, max: number) =>
  between(min, max).int(`value must be between ${min} and ${max}`);

/** An http or https URL; `''` is refused. */
export const httpUrl = (message: string) =>
  z.string({ error: message }).trim().max(8_000, message).refine(isHttpUrl, message);

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const optionalUrl = z.union([z.literal(''), httpUrl('I should be a valid URL!')]).default('');

export const audioNormalization = z
  .object({
    integratedLoudness: between(-70, -5).default(-23).describe('LUFS'),
    loudnessRange: between(1, 20).default(11).describe('LU'),
    maximumTruePeakLevel: between(-9, 0).default(-1).describe('dBTP'),
  })
  .prefault({});

/** How creatives are conditioned for this channel. Unknown keys are kept. */
export const encodingProfile = z
  .looseObject({
    muxingType: z.enum(['cmaf', 'ts']).optional(),
    manifestType: z.enum(['hls', 'dash']).optional(),
    hasSeparateAudio: z.boolean().optional(),
    hlsEnableIframeTracks: z.boolean().optional(),
    useAudioNormalization: z.boolean().default(false),
    audioNormalization,
  })
  .prefault({});

export const adSource = z
  .object({
    system: z.enum(adServerSystems).default('gva'),
    url: optionalUrl.describe('the ad server; macros and params are added when it is asked'),
    params: adServerParameters.default({}),
  })
  .prefault({});

export const preRoll = z
  .object({
    adSource,
    useDifferentAdServer: z.boolean().default(false),
    maxDuration: between(0, 600).default(30).describe('seconds'),
    maxCount: wholeBetween(0, 50).default(1),
  })
  .prefault({});

export const stitcherSettings = z
  .object({
    httpProxyUrl: optionalUrl,
    shouldUseRelativeSegmentUrl: z.boolean().default(false),
    numberOfSegmentsToReplayAfterMidroll: wholeBetween(0, 100).default(3),
    includeDashEvents: z.boolean().default(false),
    shouldFilterHlsByBandwidth: z.boolean().default(false),
    bandwidthThreshold: z.number().int().min(0).default(650_000).describe('bit/s'),
    useScte35: z.boolean().default(false),
    replaceInsteadOfInsert: z.boolean().default(false),
    provideVastURL: z.boolean().default(false),
    removeTrackingTemplate: z.boolean().default(false),
  })
  .prefault({});

const typeIds = z
  .array(wholeBetween(0, 255), { error: 'Invalid JSON' })
  .min(1, 'I should not be empty!');

/** When a break opens and closes. Unknown keys (one per hash) are kept. */
export const segmentationConfiguration = z
  .looseObject({
    spliceMode: z.enum(['both', 'splice_insert', 'time_signal', 'tags']).default('both'),
    segmentationTypeIdsStart: typeIds.default([0x22, 0x30, 0x32, 0x34, 0x36, 0x44, 0x46]),
    segmentationTypeIdsEnd: typeIds.default([0x23, 0x31, 0x33, 0x35, 0x37, 0x45, 0x47]),
    scte35IsHexNotBase64: z.boolean().default(false),
    defaultDuration: between(0, 3600).default(0).describe('seconds; 0 = until the return cue'),
    fallbackSourceTags: z.array(z.string().max(60)).max(20).default([]),
  })
  .superRefine((configuration, context) => refuseShortSalts(configuration, context))
  .prefault({});

export const locationReplacement = z
  .object({
    regex: z.string().max(512).default(''),
    options: z
      .string()
      .regex(/^[gimsu]{0,5}$/)
      .default(''),
    defaultReplacement: z.string().max(2_000).default(''),
    allowOverwriteDefault: z.boolean().default(false),
  })
  .prefault({});

export const includeMediaTracks = z
  .object({
    iFrames: z.boolean().default(false),
    subtitles: z.boolean().default(true),
    closedCaptions: z.boolean().default(true),
  })
  .prefault({});

const beaconEvents = z.partialRecord(z.enum(beaconEventNames), z.string().max(4_000));

export const customClientSideBeacons = z
  .object({ customClientSideBeaconsBaseUrl: optionalUrl, events: beaconEvents.default({}) })
  .prefault({});

export const internalBeacons = z
  .object({ baseUrl: optionalUrl, events: beaconEvents.default({}) })
  .prefault({});

export const hmacAuthentication = z
  .object({
    secret: z.string().max(1_000).default(''),
    isSecretEncrypted: z.boolean().default(false),
    method: z.enum(['SHA256', 'SHA1']).default('SHA256'),
    window: z.number().int().min(1).max(604_800).default(3_600).describe('seconds'),
    cookieDomain: z.string().max(255).default(''),
  })
  .refine((hmac) => !hmac.isSecretEncrypted || hmac.secret.length % 2 === 0, {
    message: 'Secret code is not an even character length.',
    path: ['secret'],
  });

export const seconds = between;
export { optionalUrl };

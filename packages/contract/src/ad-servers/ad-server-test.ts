/** Test of a channel's ad server: an ad request for a test viewer, whose ads are neither played nor counted. */
import { z } from 'zod';
import { channelTypes } from '../channels/channel-values.ts';
import { adSource } from '../channels/settings/ad-server.ts';
import { encodingProfile } from '../channels/settings/creatives.ts';
import { httpUrl, optionalUrl } from '../channels/settings/schemas.ts';
import { operators } from '../roles.ts';
import { route } from '../route.ts';

/** Text that a request header may have: printable ASCII and Latin-1. */
const headerText = z
  .string()
  .max(500)
  .regex(/^[\t\x20-\x7e\xa0-\xff]*$/, 'must be plain text');
const address = z.union([z.literal(''), z.ipv4(), z.ipv6()], {
  error: 'must be an IPv4 or IPv6 address',
});
const maxQueryEntries = 60;

export const adServerTestInput = z.object({
  channelId: z
    .string()
    .max(100)
    .optional()
    .describe('whose id, secrets and defaults are used; left out: a channel that is not saved yet'),
  channelType: z.enum(channelTypes).default('hls-live'),
  sourceManifestUrl: httpUrl('I should be a valid URL!').optional(),
  adSource,
  profile: encodingProfile.unwrap().optional(),
  httpProxyUrl: optionalUrl.describe('the HTTP proxy for requests to the ad server'),
  useMediaFileIdAsAdId: z.boolean().default(false),
  generateTitleIdsUsingURL: z.boolean().default(false),
  kind: z.enum(['midroll', 'preroll']).default('midroll'),
  breakDuration: z.number().min(1).max(3_600).default(30).describe('seconds'),
  maxAds: z.number().int().min(0).max(50).default(0).describe('0 = as many as fit'),
  viewer: z
    .object({
      userAgent: headerText.default(''),
      ip: address.default(''),
      query: z
        .record(z.string().max(100), z.string().max(2_000))
        .refine((query) => Object.keys(query).length <= maxQueryEntries, 'at most 60 parameters')
        .default({})
        .describe('what the viewer adds to the output address'),
    })
    .prefault({}),
});
export type AdServerTestInput = z.input<typeof adServerTestInput>;
export type AdServerTestRequest = z.output<typeof adServerTestInput>;

/** One requested document: the ad server's own, then wrappers, in the order of their requests. */
export const adServerTestStep = z.object({
  url: z.string().describe('after macros and parameters'),
  method: z.enum(['GET', 'POST']),
  depth: z.number().int().describe('0 = the ad server'),
  status: z.number().int().nullable().describe('null: no answer'),
  tookMs: z.number(),
  bytes: z.number().int(),
  found: z.string().describe('what came of it: `3 ads`, `1 wrapper`, `not VAST`'),
  error: z.string().optional(),
  text: z.string().describe('what it answered, at most 20,000 characters'),
});

/**
 * State of a creative for this channel. `playable` needs no conditioning: its ad brings a ready-made package. `new`:
 * the first break with it has it conditioned; a test does not.
 */
export const creativeStates = [
  'ready',
  'playable',
  'encoding',
  'new',
  'failed',
  'unsupported',
] as const;

export const testedAd = z.object({
  adId: z.string(),
  title: z.string(),
  adSystem: z.string(),
  sequence: z.number().int().nullable(),
  durationSeconds: z.number(),
  clipId: z.string(),
  mediaUrl: z.string().describe('the file that would be used; empty: none'),
  mediaType: z.string(),
  creative: z.enum(creativeStates),
  jobId: z.string().optional(),
  isInPod: z
    .boolean()
    .describe('has its place in a break of this length, at the latest when its creative is ready'),
  reason: z.string().optional().describe('why not, of the catalogue of reasons'),
  iabErrorCode: z
    .number()
    .int()
    .optional()
    .describe('the VAST error code that a break would report now; a test sends no beacon'),
});

export const adServerTest = z.object({
  steps: z.array(adServerTestStep),
  ads: z.array(testedAd),
  tookMs: z.number(),
  reason: z.string().optional().describe('why there is no ad at all, of the catalogue of reasons'),
  errors: z.array(z.object({ iabErrorCode: z.number().int(), message: z.string() })),
  warnings: z.array(z.string()).describe('what a break would do otherwise than this test'),
});
export type AdServerTest = z.output<typeof adServerTest>;

export const adServerRoutes = {
  test: route({
    method: 'POST',
    path: '/api/v2/ad-server-test',
    roles: operators,
    changes: false,
    tag: 'ad servers',
    summary: 'Send an ad server the request of a break, and report each step',
    body: adServerTestInput,
    answer: adServerTest,
    errors: ['INVALID_FIELDS', 'CHANNEL_NOT_FOUND', 'URL_FORBIDDEN', 'TOO_MANY_REQUESTS'],
  }),
} as const;

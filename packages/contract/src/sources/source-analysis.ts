/** Analysis of a source, before a channel plays it (API-049, API-050). */
import { z } from 'zod';
import { channelTypes } from '../channels/channel-values.ts';
import { segmentationConfiguration } from '../channels/settings/breaks.ts';
import { encodingProfile } from '../channels/settings/creatives.ts';
import { includeMediaTracks } from '../channels/settings/outputs.ts';
import {
  httpOrigin,
  httpUrlWithCredentials,
  optionalUrlWithCredentials,
} from '../channels/settings/schemas.ts';

/** Address, headers and credentials of a source: the same fields as the channel's. */
const sourceAccess = {
  sourceManifestUrl: httpUrlWithCredentials('I should be a valid URL!'),
  apiKey: z.string().max(200).default('').describe('sent to the source as `x-api-key`'),
  headers: z
    .record(z.string().max(100), z.string().max(2_000))
    .default({})
    .describe('the channel’s sourceHeaders'),
  sourceOrigins: z
    .array(httpOrigin)
    .max(20)
    .default([])
    .describe('further origins that the headers are sent to'),
  httpProxyUrl: optionalUrlWithCredentials,
  channelId: z
    .string()
    .max(100)
    .optional()
    .describe('whose stored secrets stand behind placeholders in headers'),
};

export const sourceAnalysisInput = z.object({
  ...sourceAccess,
  manifestAnalysisOnly: z
    .boolean()
    .default(false)
    .describe('leave the ladder out: type, live or VoD, tracks, markers'),
});
export type SourceAnalysisInput = z.input<typeof sourceAnalysisInput>;
export type SourceAnalysisRequest = z.output<typeof sourceAnalysisInput>;

/** Why a source was not analysed. The console shows `message`, or its own text of a type (CHE-030 to CHE-032). */
export const sourceProblemTypes = [
  'NO_MASTER_MANIFEST',
  'MP4_SOURCE',
  'MRSS_SOURCE',
  'NOT_A_MANIFEST',
  'MANIFEST_INVALID',
  'MANIFEST_TOO_LARGE',
  'SOURCE_UNREACHABLE',
  'SOURCE_TIMEOUT',
  'SOURCE_REFUSED',
  'SOURCE_FORBIDDEN',
] as const;
export type SourceProblemType = (typeof sourceProblemTypes)[number];

/** A marker dialect, with the number of its markers in the source as it was read. */
export const markerDialect = z.object({
  name: z
    .string()
    .describe('as `fallbackSourceTags` takes it: `EXT-X-CUE-OUT`, `urn:scte:scte35:2014:xml+bin`'),
  count: z.number().int(),
});

export const sourceWarning = z.object({
  code: z.string().describe('stable, e.g. `FRAME_RATE_UNKNOWN`'),
  message: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});

/** When the analysis failed, all fields but `error` and `warnings` are left out. */
export const sourceAnalysis = z.object({
  profile: encodingProfile.unwrap().optional().describe('of the channel, ready to be put into it'),
  manifestType: z.enum(['hls', 'dash']).optional(),
  type: z.enum(channelTypes).optional(),
  isLive: z.boolean().optional(),
  isMultiPeriod: z.boolean().optional(),
  compatibilityHlsMedia: z.boolean().optional(),
  minimumSourceUpdatePeriod: z.number().nullable().optional().describe('seconds'),
  setScanningFrequency: z.boolean().optional(),
  dynamicConfiguration: z.boolean().optional(),
  fallbackSourceTags: z.array(z.string()).optional(),
  passThroughCaidSegmentation: z.boolean().optional(),
  cohortsEnabled: z.boolean().optional(),
  cacheList: z.array(z.unknown()).optional(),
  trueSourceUrl: z.string().optional().describe('behind redirects; empty when it is the same'),
  externalBaseUrl: z.string().optional(),
  prefetchDuration: z.number().optional(),
  cacheTime: z.number().optional(),
  includeMediaTracks: includeMediaTracks.unwrap().optional(),
  markers: z.array(markerDialect).optional(),
  tracks: z
    .array(
      z.object({
        kind: z.enum(['video', 'audio', 'subtitles', 'closed-captions', 'i-frames', 'image']),
        label: z.string().describe('1920x1080 50 fps, en stereo'),
        codecs: z.string(),
        bitrate: z.number().int().describe('bit/s; 0 = not declared'),
      }),
    )
    .optional(),
  segmentSeconds: z.number().optional(),
  windowSeconds: z.number().optional().describe('of a live source; the length of VoD'),
  isEncrypted: z.boolean().optional(),
  isLowLatency: z.boolean().optional(),
  warnings: z.array(sourceWarning).default([]),
  error: z.object({ type: z.enum(sourceProblemTypes), message: z.string() }).optional(),
});
export type SourceAnalysis = z.output<typeof sourceAnalysis>;

/** "Try it": the breaks that settings would find in the source as it is now. Nothing is stored. */
export const sourceBreaksInput = z.object({
  ...sourceAccess,
  type: z.enum(channelTypes),
  segmentationConfiguration,
  fallbackSourceTags: z.array(z.string().max(60)).max(20).default([]),
  useScte35: z.boolean().default(false),
  isMultiPeriod: z.boolean().optional().describe('left out: as the source is'),
});
export type SourceBreaksInput = z.input<typeof sourceBreaksInput>;
export type SourceBreaksRequest = z.output<typeof sourceBreaksInput>;

export const foundBreak = z.object({
  id: z.string(),
  dialect: z.string(),
  startsAt: z.number().describe('seconds from the start of what was read'),
  startTime: z.iso.datetime().nullable().describe('on the clock of the source, if it declares one'),
  durationSeconds: z.number().nullable().describe('announced or seen; null = not known yet'),
  state: z.enum(['coming', 'running', 'over', 'cancelled']),
});

export const sourceBreaks = z.object({
  windowSeconds: z.number(),
  breaks: z.array(foundBreak),
  /** Markers that start or end no break under these settings, with the reason. */
  ignored: z.array(
    z.object({
      dialect: z.string(),
      startsAt: z.number().describe('seconds from the start of what was read'),
      reason: z.string(),
    }),
  ),
  warnings: z.array(z.string()),
  error: z.object({ type: z.enum(sourceProblemTypes), message: z.string() }).optional(),
});
export type SourceBreaks = z.output<typeof sourceBreaks>;

/** A splice as the monitor decoded it: measurements and a picture of each side, or why it was not decoded. */
import { z } from 'zod';
import { manifestKey } from './monitoring-segment.ts';

/** Hours for which splices and their pictures are kept, as far as a channel's room for them reaches. */
export const spliceHours = 24;

/** Why a splice was not decoded, with the sentence for the operator. */
export const spliceSkips = {
  BUDGET: 'The sampling budget of the channel, 5 % of a core, was used up.',
  BUSY: 'Other splices were waiting for the decoder.',
  ENCRYPTED: 'The segments are encrypted, and the monitor has no keys.',
  NOT_LISTED: 'A rendition did not list the segments of the splice, or no longer did.',
  NOT_LOADED: 'The segments could not be loaded.',
  TOO_LARGE: 'A segment is longer than 12 s or larger than 8 MiB.',
  NO_ENGINE: 'This machine has no engine that decodes splices: install node-av.',
  FAILED: 'The decoder was ended: it took too much time, memory or processor.',
} as const;
export type SpliceSkip = keyof typeof spliceSkips;

const skips = Object.keys(spliceSkips) as [SpliceSkip, ...SpliceSkip[]];

const secondsOf = (what: string) => z.number().min(0).describe(`seconds of the longest ${what}`);

/** The media of one side, up to two seconds of it. */
export const spliceSide = z.object({
  kind: z.enum(['content', 'ad', 'slate']),
  ad: z.string().describe('clip id of the creative, or slate; empty = content'),
  problem: z.string().describe('why it was not decoded, in one sentence; empty = it was'),
  seconds: z.number().min(0).describe('that were decoded'),
  blackSeconds: secondsOf('black picture'),
  frozenSeconds: secondsOf('picture that does not move'),
  silentSeconds: secondsOf('silence below -60 dBFS'),
  loudness: z
    .number()
    .nullable()
    .describe('LUFS, gated (ITU-R BS.1770-4); null = silent, or no sound was decoded'),
  offsetMs: z
    .number()
    .nullable()
    .describe('start of the sound after that of the picture; null = not known'),
  hasThumbnail: z.boolean(),
  rules: z.array(z.string()).describe('that it breaks, T17 to T22'),
});
export type SpliceSide = z.output<typeof spliceSide>;

export const spliceSides = ['before', 'after'] as const;
export type SpliceSideName = (typeof spliceSides)[number];

export const monitoringSplice = z.object({
  id: manifestKey,
  at: z.number().describe('epoch milliseconds on the source clock'),
  loadTime: z.number().int().describe('epoch milliseconds when it was decoded, or left out'),
  breakId: z.string(),
  rendition: z.string().describe('whose pictures were decoded; empty = none'),
  skipped: z.enum(skips).nullable().describe('why it was not decoded; null = it was'),
  reason: z.string().describe('the same in one sentence; empty = it was'),
  before: spliceSide,
  after: spliceSide,
  programmeLoudness: z
    .number()
    .nullable()
    .describe('LUFS of the programme at splices before; null = not known yet'),
  cpuMs: z.number().min(0).describe('processor time that decoding took'),
  rules: z.array(z.string()).describe('that its sides break, T17 to T22'),
});
export type MonitoringSplice = z.output<typeof monitoringSplice>;

/** Oldest first. */
export const monitoringSplices = z.object({
  values: z.array(monitoringSplice),
  skipped: z.number().int().min(0).describe('of the last 24 hours that were not decoded'),
  read: z.number().int().min(0).describe('of the last 24 hours that were decoded'),
});
export type MonitoringSplices = z.output<typeof monitoringSplices>;

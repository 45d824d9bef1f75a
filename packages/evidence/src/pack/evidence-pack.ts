/** The content of an evidence pack as values: what was read, what was decided, what was found. */
import {
  channelSettings,
  type monitoringFinding,
  monitoringLanes,
  type monitoringSplice,
  type recordedLook,
  recordedSession,
  recordedStage,
} from '@interlude/contract';
import { z } from 'zod';

/** Version of the layout of a pack: a reader refuses a newer one. */
export const packVersion = 1;

/** Limits of a pack, written and read (SEC-S93). */
export const packLimits = {
  /** The zip itself, bytes. */
  zipBytes: 64 * 1024 * 1024,
  /** One file and all of them, bytes after decompression: the HAR of all looks has a kilobyte for each. */
  fileBytes: 32 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
  files: 8_000,
  /** Manifests, and their characters together. */
  manifests: 2_500,
  manifestChars: 48 * 1024 * 1024,
  looks: 20_000,
  findings: 300,
  breaks: 5,
  /** Splices, with two pictures each. */
  splices: 100,
  /** Sessions of a break. */
  sessions: 3,
  /** Characters of all diffs together. */
  diffChars: 16 * 1024 * 1024,
} as const;

const shape = channelSettings.shape;

/** The settings that outputs of a channel follow; nothing else of it is in a pack. */
export const stitchingSettings = z.object({
  hlsSuppressTags: shape.hlsSuppressTags,
  passThroughCaidSegmentation: shape.passThroughCaidSegmentation,
  segmentationConfiguration: shape.segmentationConfiguration,
  contentLocationReplacement: shape.contentLocationReplacement,
  adLocationReplacement: shape.adLocationReplacement,
  liveDelay: shape.liveDelay,
  /** For DASH; packs of earlier versions have none. */
  includeMediaTracks: shape.includeMediaTracks.optional(),
  minimumSourceUpdatePeriod: shape.minimumSourceUpdatePeriod.optional(),
  setScanningFrequency: shape.setScanningFrequency.optional(),
  suggestedPresentationDelay: shape.suggestedPresentationDelay.optional(),
});
export type StitchingSettings = z.output<typeof stitchingSettings>;

const epochMs = z.number().min(0);

export const packAbout = z.object({
  format: z.literal('interlude-evidence'),
  version: z.number().int().min(1).max(packVersion),
  /** Version of the platform that made it. */
  platform: z.string(),
  madeAt: z.iso.datetime(),
  channel: z.object({ id: z.string(), name: z.string(), type: z.string() }),
  about: z.object({ kind: z.enum(['finding', 'break']), id: z.string() }),
  /** Time of the content, epoch ms. */
  fromMs: epochMs,
  toMs: epochMs,
  settings: stitchingSettings,
  /** Sentences that say what is left out, and why. */
  leftOut: z.array(z.string()),
});
export type PackAbout = z.output<typeof packAbout>;

const heading = {
  key: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/),
  lane: z.enum(monitoringLanes),
  playlist: z.number().int().min(0),
  loadedAtMs: epochMs,
  uri: z.string(),
};
/** A manifest as the index of a pack lists it. */
export const manifestHeading = z.object({ ...heading, file: z.string() });
export type PackedManifest = z.output<z.ZodObject<typeof heading>> & { readonly text: string };

/** A break, and the stages of the sessions that were chosen. */
export const packedBreak = z.object({
  breakId: z.string(),
  startedAt: z.iso.datetime(),
  sentence: z.string(),
  /** The record over all sessions, as the API answers it. */
  record: z.record(z.string(), z.unknown()),
  sessions: z.array(recordedSession.extend({ stages: z.array(recordedStage) })),
});
export type PackedBreak = z.output<typeof packedBreak>;

/** A splice as it was judged; a pack that is read has no pictures of it. */
export type PackedSplice = z.output<typeof monitoringSplice> & {
  readonly pictures?: {
    readonly before: Uint8Array | undefined;
    readonly after: Uint8Array | undefined;
  };
};

export interface EvidencePack {
  readonly about: PackAbout;
  readonly findings: readonly z.output<typeof monitoringFinding>[];
  readonly looks: readonly z.output<typeof recordedLook>[];
  readonly manifests: readonly PackedManifest[];
  readonly breaks: readonly PackedBreak[];
  /** Packs of earlier versions have none. */
  readonly splices?: readonly PackedSplice[] | undefined;
}

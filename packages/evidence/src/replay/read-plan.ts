/** The plan of a session as a pack has it. A pack comes from anywhere: every value is checked. */
import type { SplicePlan } from '@interlude/stitching';
import { z } from 'zod';

const ms = z.number();
/** `null` is the beginning of time. */
const startMs = z
  .number()
  .nullable()
  .transform((value) => value ?? Number.NEGATIVE_INFINITY);
const byteRange = z.object({ length: z.number(), offset: z.number() }).optional();
const byRendition = <Value extends z.ZodType>(value: Value) => z.record(z.string().max(100), value);

const name = z.string().max(1_000);
/** Texts of the source's own MPD, that stand in it as they are. */
const markup = z.string().max(20_000);

/** Media of an ad as the MPD lists them; times in ticks of the timescale. */
const dashMedia = z.object({
  mimeType: name,
  codecs: name,
  bandwidth: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
  frameRate: name.optional(),
  audioSamplingRate: name.optional(),
  timescale: z.number().min(1),
  presentationTimeOffset: z.number(),
  startTicks: z.array(z.number()).max(2_000),
  durationTicks: z.number(),
});

const dashReturn = z.object({ atMs: ms });
const dashSplice = z.object({
  cutMs: ms,
  passed: z.boolean(),
  back: dashReturn.optional(),
  sets: z
    .array(
      z.object({
        contentType: z.enum(['video', 'audio']),
        attributes: markup,
        descriptors: markup,
        representationIds: z.array(name).max(100),
      }),
    )
    .max(50),
});

const creative = z.object({
  creativeId: z.string(),
  hasAddress: z.boolean().default(true),
  durationMs: ms,
  boundariesMs: z.array(ms).max(2_000),
  begunAfterMs: ms,
  renditions: byRendition(
    z.object({
      segments: z
        .array(
          z.object({ durationSeconds: z.number(), extinf: z.string(), uri: z.string(), byteRange }),
        )
        .max(2_000),
      startsMs: z.array(ms).max(2_000),
      map: z.object({ uri: z.string(), byteRange }).optional(),
      dash: dashMedia.optional(),
    }),
  ),
});

const planned = z.object({
  breakId: z.string(),
  isPreRoll: z.boolean().optional(),
  endsAnywhere: z.boolean().optional(),
  state: z.enum(['pending', 'replaced', 'content']),
  announcedStartMs: ms,
  startMs: ms,
  isLate: z.boolean().optional(),
  listedUntilMs: ms.optional(),
  endMs: ms,
  returnMs: ms,
  placements: z
    .array(
      z.object({
        kind: z.enum(['ad', 'slate']),
        index: z.number().int().min(0),
        adId: z.string(),
        creative,
        offsetMs: ms,
        durationMs: ms,
      }),
    )
    .max(200),
  dateScale: z.number(),
  truncated: z.boolean(),
  adsUntilMs: ms.optional(),
  discontinuityBefore: z.number().optional(),
  discontinuityShift: z.number().optional(),
  driftMs: ms.optional(),
  renditions: byRendition(
    z.object({
      cutNumber: z.number(),
      firstAdMsn: z.number(),
      headNumber: z.number(),
      passed: z.boolean(),
      returnNumber: z.number().optional(),
      returnMsn: z.number().optional(),
    }),
  ),
  dash: dashSplice.optional(),
});

const plan = z.object({
  sessionStartMs: startMs,
  knownUntilMs: startMs,
  targetDuration: z.number().min(1).max(3_600),
  listing: z.object({
    windowMs: ms,
    fromMs: startMs,
    beginsAtMs: ms.optional(),
    skipUntilSeconds: z.number().min(6).max(21_600).optional(),
  }),
  liveDelayMs: ms,
  legacyShift: z.number().optional(),
  isPreRollDue: z.boolean(),
  base: z.object({
    discontinuityShift: z.number(),
    driftMs: ms,
    hidesMarkers: z.boolean().optional(),
    sequenceShifts: byRendition(z.number()),
    legacyFloors: byRendition(z.number()).optional(),
    dashBack: dashReturn.optional(),
  }),
  breaks: z.array(planned).max(200),
  dash: z
    .object({
      digest: z.number(),
      publishTimeMs: ms,
      delayMs: ms,
      replacesClocks: z.boolean(),
    })
    .optional(),
});

/** Stands for the address of a creative, which a pack does not have. */
const unknownAddress = '…';

/** The plan of a session; undefined when the value is none. */
export function readPlan(value: unknown): SplicePlan | undefined {
  const read = plan.safeParse(value).data;
  if (read === undefined) return undefined;
  const breaks = read.breaks.map(({ placements, ...more }) => ({
    ...more,
    placements: placements.map(({ creative: { hasAddress, ...known }, ...placed }) => ({
      ...placed,
      creative: { ...known, address: hasAddress ? unknownAddress : undefined },
    })),
  }));
  return { ...read, breaks } as SplicePlan;
}

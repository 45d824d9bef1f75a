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

const creative = z.object({
  creativeId: z.string(),
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
  renditions: byRendition(
    z.object({
      cutNumber: z.number(),
      firstAdMsn: z.number(),
      headNumber: z.number(),
      passed: z.boolean(),
      returnNumber: z.number().optional(),
      returnMsn: z.number().optional(),
      driftMs: ms.optional(),
    }),
  ),
});

const plan = z.object({
  sessionStartMs: startMs,
  knownUntilMs: startMs,
  targetDuration: z.number().min(1).max(3_600),
  listing: z.object({ windowMs: ms, fromMs: startMs, beginsAtMs: ms.optional() }),
  liveDelayMs: ms,
  legacyShift: z.number().optional(),
  isPreRollDue: z.boolean(),
  base: z.object({
    discontinuityShift: z.number(),
    driftMs: ms,
    sequenceShifts: byRendition(z.number()),
    legacyFloors: byRendition(z.number()).optional(),
  }),
  breaks: z.array(planned).max(200),
});

/** Undefined when it is none, or one of DASH. */
export function readPlan(value: unknown): SplicePlan | undefined {
  return plan.safeParse(value).data;
}

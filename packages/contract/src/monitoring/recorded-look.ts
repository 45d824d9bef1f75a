/** A look of the monitor as stored with the timeline: evidence packs replay findings from looks. */
import { z } from 'zod';
import { monitoringLanes } from './monitoring-segment.ts';

/** A manifest of a lane, the splice plan of the monitor's session (`breaks.json`), or the head of an ad segment. */
export const lookKinds = ['manifest', 'plan', 'segment'] as const;

export const recordedLook = z.object({
  kind: z.enum(lookKinds),
  lane: z.enum(monitoringLanes),
  atMs: z.number().describe('epoch ms when the answer was complete'),
  tookMs: z.number().min(0),
  host: z.string().describe('that was requested, with its port when it names one'),
  uri: z
    .string()
    .describe('that answered, masked; of a failure that was requested; empty = not known'),
  bytes: z.number().int().min(0),
  failure: z.string().describe('a sentence; empty = it was read'),
  rendition: z.string().describe('as the judge names it; empty of other kinds'),
  playlist: z.number().int().min(0),
  isFirst: z
    .boolean()
    .describe('the stream was opened with it: the judge knew nothing of an earlier one'),
  manifestKey: z.string().describe('of the manifest that was read; empty = it is not kept'),
  isCacheAtFault: z.boolean().describe('the stitchers answered what failed at the public address'),
  placement: z.string().describe('of a segment; empty of other kinds'),
  plan: z.string().describe('what `breaks.json` said, where it changed; else empty'),
});
export type RecordedLook = z.output<typeof recordedLook>;

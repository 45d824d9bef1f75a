/** A break that an external scheduler announces (`schedulerExternalId`), beside the markers of the source. */
import { z } from 'zod';

export const scheduledBreakInput = z.object({
  start: z.iso
    .datetime({ offset: true, error: 'start must be a date and time, as 2026-03-01T12:00:00Z' })
    .describe('on the clock of the programme (EXT-X-PROGRAM-DATE-TIME)'),
  duration: z
    .number({ error: 'duration must be seconds, 1 to 3600' })
    .min(1, 'duration must be seconds, 1 to 3600')
    .max(3_600, 'duration must be seconds, 1 to 3600')
    .describe('seconds'),
  externalId: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe("the scheduler's id of the break: announcing it again changes the break"),
});
export type ScheduledBreakInput = z.output<typeof scheduledBreakInput>;

export const scheduledBreak = z.object({
  id: z.string(),
  channelId: z.string(),
  externalId: z.string(),
  start: z.iso.datetime(),
  duration: z.number().describe('seconds'),
  state: z.enum(['scheduled', 'cancelled']),
  createdAt: z.iso.datetime(),
});
export type ScheduledBreak = z.output<typeof scheduledBreak>;

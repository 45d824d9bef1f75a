/**
 * Prefetch schedules: expected breaks of a live channel whose source announces them late. Their ads are requested
 * before their marker is there. A schedule is of one break (single), or of one every so many seconds (recurring).
 */
import { z } from 'zod';
import { between, wholeBetween } from './schemas.ts';

const dateTime = z.iso.datetime({
  offset: true,
  error: 'I should be a date and time: 2026-03-01T12:00:00Z',
});

export const prefetchSchedule = z
  .strictObject({
    expectedStart: dateTime.describe(
      'of the break, or of the first one, on the clock of the programme (EXT-X-PROGRAM-DATE-TIME, availabilityStartTime)',
    ),
    every: wholeBetween(60, 604_800)
      .optional()
      .describe('seconds from one break to the next; left out: one break'),
    until: dateTime.optional().describe('no break is expected after it'),
    duration: between(1, 3_600).describe('seconds; the break itself may have another one'),
    requestFrom: wholeBetween(10, 3_600)
      .default(120)
      .describe('seconds before the break from which its ads are requested'),
    usedWithin: wholeBetween(1, 1_800)
      .default(60)
      .describe('a break that begins as many seconds earlier or later gets the ads'),
  })
  .refine(
    ({ every, requestFrom, usedWithin }) =>
      every === undefined || requestFrom + usedWithin <= every,
    {
      error: 'requestFrom and usedWithin together are at most every',
      path: ['every'],
    },
  );
export type PrefetchSchedule = z.output<typeof prefetchSchedule>;

export const prefetchScheduleLimits = { schedules: 25 } as const;

/** The schedules of a channel. */
export const prefetchSchedules = z
  .array(prefetchSchedule)
  .max(prefetchScheduleLimits.schedules, 'at most 25 schedules')
  .default([]);

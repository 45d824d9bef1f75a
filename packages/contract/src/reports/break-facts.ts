/** Sums over all sessions of one break of one channel: the breaks behind a figure of a report. */
import { z } from 'zod';

const ms = z.number().min(0);

export const breakFacts = z.object({
  channelId: z.string(),
  breakId: z.string().describe('after 35 days day-YYYY-MM-DD: all breaks of that day of UTC'),
  startedAt: z.iso.datetime(),
  announcedMs: ms.nullable(),
  observedMs: ms.nullable(),
  sessions: z.number().int(),
  offeredMs: ms.describe('length of the break × sessions that reached it'),
  askedMs: ms,
  answeredMs: ms,
  usableMs: ms,
  placedMs: ms,
  seenMs: ms.describe('of ad segments that were requested'),
  slateMs: ms,
  adsPlaced: z.number().int(),
  adsSeen: z.number().int(),
  losses: z.array(
    z.object({
      reason: z.string(),
      owner: z.string().describe('who can mend it'),
      lostMs: ms,
      count: z.number().int(),
    }),
  ),
});
export type BreakFacts = z.output<typeof breakFacts>;

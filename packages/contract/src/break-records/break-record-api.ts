/** Break records of the last 24 hours: why an ad was not played. */
import { z } from 'zod';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { breakRecord, foundRecord, recordedBreak } from './break-record.ts';

const tag = 'break records';

export const breakRecordLimits = { rows: 200, found: 100 } as const;

const key = () => text().trim().max(200);

/** One page, and where the next one begins. */
const page = z.object({
  breaks: z.array(breakRecord).describe('the newest first'),
  next: z.string().nullable().describe('`before` of the next page; null: this is the last one'),
});

const mark = key().regex(/^[\w-]{22}$/, 'A session is 22 letters, digits, - and _.');

export const breakRecordRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/channels/:id/break-records',
    roles: operators,
    tag,
    summary: 'What became of the breaks of a channel in the last 24 hours',
    query: z.object({
      lost: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .optional()
        .describe('true: only breaks that lost something'),
      before: key().optional().describe('`next` of the page before'),
      limit: z.coerce.number<number>().int().min(1).max(breakRecordLimits.rows).default(50),
    }),
    answer: page,
    errors: ['CHANNEL_NOT_FOUND', 'INVALID_FIELDS'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/channels/:id/break-records/:breakId',
    roles: operators,
    tag,
    summary: 'What became of one break, and each stage of one of its sessions',
    query: z.object({
      session: mark.optional().describe('left out: the recorded session that lost most'),
    }),
    answer: recordedBreak,
    errors: ['BREAK_NOT_FOUND', 'CHANNEL_NOT_FOUND'],
  }),
  find: route({
    method: 'GET',
    path: '/api/v2/break-records',
    roles: operators,
    tag,
    summary: 'Recorded breaks by session, creative or ad server, the newest first',
    query: z.object({
      session: mark.optional(),
      creative: key().optional().describe('UniversalAdId, or id of the creative or ad'),
      adServer: key().optional().describe('host, with its port when it names one'),
      channelId: key().optional(),
    }),
    answer: z.array(foundRecord).describe(`at most ${breakRecordLimits.found}`),
    errors: ['INVALID_FIELDS'],
  }),
} as const;

/** The monitoring timeline of live channels, findings and health (API-032, API-033, OP-66, OP-75). */
import { z } from 'zod';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { channelHealth, channelHealthHistory } from './channel-health.ts';
import { monitoringFinding, monitoringIncident } from './monitoring-finding.ts';
import { monitoringMessages } from './monitoring-message.ts';
import { monitoringManifest, monitoringTimeline } from './monitoring-segment.ts';
import { monitoringSplices, spliceSides } from './monitoring-splice.ts';

const tag = 'monitoring';

const channel = z.string().min(1).max(100).describe('id of a live channel');
const ofLive = ['CHANNEL_NOT_FOUND', 'CHANNEL_NOT_LIVE'] as const;

/** Most channels in one request for health: more than a page of the channel list has. */
export const maxHealthChannels = 100;

export const monitoringRoutes = {
  timeline: route({
    method: 'GET',
    path: '/api/v2/monitoring/timeline',
    roles: operators,
    tag,
    summary: 'What source and output of a live channel listed in the last 1200 seconds',
    query: z.object({
      channel,
      playlist: z.coerce
        .number<number>()
        .int()
        .min(0)
        .max(100)
        .default(0)
        .describe('hls-live: index of a media playlist of `playlists`'),
    }),
    answer: monitoringTimeline,
    errors: ofLive,
  }),
  messages: route({
    method: 'GET',
    path: '/api/v2/monitoring/messages',
    roles: operators,
    tag,
    summary: 'What the monitor said about a live channel in the last 1200 seconds',
    query: z.object({ channel }),
    answer: monitoringMessages,
    errors: ofLive,
  }),
  manifest: route({
    method: 'GET',
    path: '/api/v2/monitoring/manifest/:channelId/:manifestKey',
    roles: operators,
    tag,
    summary: 'A manifest of the last 1200 seconds, as it was read',
    answer: monitoringManifest,
    errors: ['CHANNEL_NOT_FOUND', 'MANIFEST_NOT_FOUND'],
  }),
  splices: route({
    method: 'GET',
    path: '/api/v2/monitoring/splices',
    roles: operators,
    tag,
    summary: 'What was seen and heard at the splices of a live channel in the last 24 hours',
    query: z.object({
      channel,
      from: z.coerce
        .number<number>()
        .min(0)
        .optional()
        .describe('epoch milliseconds: only those at or after; the newest where there are more'),
      break: z.string().min(1).max(200).optional().describe('only those of this break'),
      limit: z.coerce.number<number>().int().min(1).max(500).default(200),
    }),
    answer: monitoringSplices,
    errors: ofLive,
  }),
  thumbnail: route({
    method: 'GET',
    path: '/api/v2/monitoring/thumbnail/:channelId/:spliceId/:side',
    roles: operators,
    tag,
    summary: `The picture next to a splice, side ${spliceSides.join(' or ')}`,
    answer: z.string().describe('image/jpeg'),
    stream: true,
    errors: ['CHANNEL_NOT_FOUND', 'THUMBNAIL_NOT_FOUND'],
  }),
  findings: route({
    method: 'GET',
    path: '/api/v2/monitoring/findings',
    roles: operators,
    tag,
    summary: 'Findings of a live channel in the last 24 hours: open ones, then the newest first',
    query: z.object({
      channel,
      from: z.coerce
        .number<number>()
        .min(0)
        .optional()
        .describe('epoch milliseconds: only those open or last seen at or after'),
      limit: z.coerce.number<number>().int().min(1).max(500).default(200),
    }),
    answer: z.array(monitoringFinding),
    errors: ofLive,
  }),
  incidents: route({
    method: 'GET',
    path: '/api/v2/monitoring/incidents',
    roles: operators,
    tag,
    summary: 'Open findings of all channels by cause, errors first, those of most channels first',
    answer: z.array(monitoringIncident),
    errors: [],
  }),
  health: route({
    method: 'GET',
    path: '/api/v2/monitoring/health',
    roles: operators,
    tag,
    summary: 'Health of live channels now; other ids are left out',
    query: z.object({
      channels: z
        .string()
        .max(maxHealthChannels * 40)
        .describe(`ids with commas in between, at most ${maxHealthChannels}`),
    }),
    answer: z.array(channelHealth),
    errors: [],
  }),
  evidence: route({
    method: 'GET',
    path: '/api/v2/monitoring/evidence/:channelId',
    roles: operators,
    tag,
    summary:
      'What is known of a finding or of a break of a live channel, as a zip that `npm run replay` reads',
    query: z.object({
      finding: z.string().min(1).max(100).optional().describe('id of a finding'),
      break: z.string().min(1).max(200).optional().describe('id of a recorded break'),
    }),
    answer: z.string().describe('application/zip'),
    stream: true,
    errors: [...ofLive, 'FINDING_NOT_FOUND', 'BREAK_NOT_FOUND', 'INVALID_FIELDS'],
  }),
  channelHealth: route({
    method: 'GET',
    path: '/api/v2/monitoring/health/:channelId',
    roles: operators,
    tag,
    summary: 'Health of a live channel now, and its history of 24 hours',
    answer: channelHealthHistory,
    errors: ofLive,
  }),
} as const;

import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { anyRole, operators } from '../roles.ts';
import { route } from '../route.ts';
import { channel, channelInput, channelUpdate } from './channel.ts';
import { channelStates, channelTypes } from './channel-values.ts';
import { channelVersion, channelVersionDetail } from './channel-version.ts';
import { scheduledBreak, scheduledBreakInput } from './scheduled-break.ts';
import { sourceRefusal } from './source-refusal.ts';

const tag = 'channels';

/** Figures of the line above the channel list; `asOf` is the time of the newest counted event. */
export const channelSummary = z.object({
  channels: z.number().int(),
  watchingNow: z.number().int().describe('mean viewers of the last complete minute'),
  sessionsToday: z.number().int(),
  adsToday: z.number().int().describe('ad impressions since 00:00 in the time zone of the query'),
  completedToday: z.number().int(),
  asOf: z.iso.datetime().nullable(),
});
export type ChannelSummary = z.output<typeof channelSummary>;

/** The address at which the user of the request can start a session of a channel. */
export const channelPreview = z.object({
  uri: z
    .string()
    .describe('with the credentials that the channel requires of viewers: a preview key, a token'),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .describe('end of its validity; null: no credentials are required'),
});
export type ChannelPreview = z.output<typeof channelPreview>;

export const channelRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/channels',
    roles: anyRole,
    tag,
    list: true,
    summary: 'List channels',
    query: listQueryOf({ status: channelStates, type: channelTypes }),
    answer: z.array(channel),
    errors: ['SORT_UNKNOWN'],
  }),
  summary: route({
    method: 'GET',
    path: '/api/v2/channels/summary',
    roles: anyRole,
    tag,
    summary: 'How many channels, viewers now, and ads today',
    query: z.object({ timeZone: z.string().max(60).default('UTC').describe('IANA name') }),
    answer: channelSummary,
    errors: [],
  }),
  sourceRefusals: route({
    method: 'GET',
    path: '/api/v2/channels/sourceRefusals',
    roles: anyRole,
    tag,
    summary: 'Channels whose source is beyond a budget, each with the reason and what to do',
    answer: z.object({ refusals: z.array(sourceRefusal) }),
    errors: [],
  }),
  modelSchema: route({
    method: 'GET',
    path: '/api/v2/channels/modelSchema',
    roles: operators,
    tag,
    summary: 'JSON schema of a channel',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/channels/:id',
    roles: operators,
    tag,
    summary: 'Read a channel',
    answer: channel,
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  preview: route({
    method: 'GET',
    path: '/api/v2/channels/:id/preview',
    roles: anyRole,
    tag,
    summary:
      'The output address with the credentials that it requires of viewers; valid for minutes',
    answer: channelPreview,
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/channels',
    roles: operators,
    tag,
    status: 201,
    summary: 'Create a channel',
    body: channelInput,
    answer: channel,
    errors: ['INVALID_FIELDS', 'URL_FORBIDDEN', 'CHANNELS_TOO_MANY'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/channels/:id',
    roles: operators,
    tag,
    summary: 'Save a channel',
    body: channelUpdate,
    answer: channel,
    errors: ['CHANNEL_NOT_FOUND', 'INVALID_FIELDS', 'EDIT_CONFLICT', 'URL_FORBIDDEN'],
  }),
  setState: route({
    method: 'PUT',
    path: '/api/v2/channels/setState/:id',
    roles: operators,
    tag,
    summary: 'Enable or disable a channel',
    body: z.object({ state: z.enum(channelStates) }),
    answer: channel,
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  reset: route({
    method: 'PUT',
    path: '/api/v2/channels/reset/:id',
    roles: operators,
    tag,
    summary: 'Discard the source window and all sessions of a channel and reload the source',
    answer: channel,
    errors: ['CHANNEL_NOT_FOUND', 'CHANNEL_RESET_RUNNING'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/channels/:id',
    roles: operators,
    tag,
    status: 204,
    summary: 'Delete a channel',
    answer: z.undefined(),
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  history: route({
    method: 'GET',
    path: '/api/v2/channels/:id/history',
    roles: operators,
    tag,
    summary: 'The last 100 changes of a channel, newest first, and what each one changed',
    answer: z.array(channelVersion),
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  readVersion: route({
    method: 'GET',
    path: '/api/v2/channels/:id/history/:versionId',
    roles: operators,
    tag,
    summary: 'The settings of a version beside those of now',
    answer: channelVersionDetail,
    errors: ['CHANNEL_NOT_FOUND', 'CHANNEL_VERSION_NOT_FOUND'],
  }),
  restore: route({
    method: 'PUT',
    path: '/api/v2/channels/:id/history/:versionId',
    roles: operators,
    tag,
    summary:
      'Save the settings of a version, as a save of them would be; secrets and state stay as they are',
    body: z.object({ updatedAt: z.iso.datetime().optional() }),
    answer: channel,
    errors: [
      'CHANNEL_NOT_FOUND',
      'CHANNEL_VERSION_NOT_FOUND',
      'INVALID_FIELDS',
      'EDIT_CONFLICT',
      'URL_FORBIDDEN',
    ],
  }),
  listBreaks: route({
    method: 'GET',
    path: '/api/v2/channels/:id/breaks',
    roles: operators,
    tag,
    summary: 'Breaks added by a scheduler, of the last two hours and upcoming, by start',
    answer: z.array(scheduledBreak),
    errors: ['CHANNEL_NOT_FOUND'],
  }),
  addBreak: route({
    method: 'POST',
    path: '/api/v2/channels/:id/breaks',
    roles: operators,
    tag,
    status: 201,
    summary: 'Tell a break; with an externalId that is known its times change until it starts',
    body: scheduledBreakInput,
    answer: scheduledBreak,
    errors: ['CHANNEL_NOT_FOUND', 'INVALID_FIELDS', 'SCHEDULER_NOT_SET', 'BREAKS_TOO_MANY'],
  }),
  removeBreak: route({
    method: 'DELETE',
    path: '/api/v2/channels/:id/breaks/:breakId',
    roles: operators,
    tag,
    status: 204,
    summary: 'Cancel a break; a running break continues',
    answer: z.undefined(),
    errors: ['CHANNEL_NOT_FOUND', 'BREAK_NOT_FOUND'],
  }),
} as const;

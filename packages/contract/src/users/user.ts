import { z } from 'zod';
import { isHttpUrl } from '../channels/settings/schemas.ts';
import { userRoles } from '../roles.ts';
import { nameText } from '../text.ts';

/** One of the two report periods (DATA-004); `dateA`/`dateB` only for User defined. */
export const timePeriod = z.object({
  type: z.string().max(40),
  dateA: z.string().max(40).optional(),
  dateB: z.string().max(40).optional(),
  compareWith: z.boolean().optional(),
});

export const subscriptionTopics = [
  'workflow.jobs.create',
  'workflow.jobs.failed',
  'workflow.jobs.done',
  'asset.channels.synchronisation',
  'asset.stream-monitor.source',
  'asset.stream-monitor.output',
] as const;

/** A rule for which notifications reach a user, and how (DATA-005). */
export const userSubscription = z.object({
  topic: z.enum(subscriptionTopics),
  channel: z.enum(['email', 'slack', 'webhook']),
  listenTo: z.enum(['own', 'all']),
  webhookUrl: z.string().max(2_000).default(''),
  webhookMethod: z.enum(['GET', 'POST', 'PUT', 'DELETE']).default('POST'),
});

/** As saved: what goes to an address needs one (PROF-011, OP-35); one that is not used may be empty. */
const savedSubscription = userSubscription.superRefine(({ channel, webhookUrl }, context) => {
  if (isHttpUrl(webhookUrl) || (channel === 'email' && webhookUrl === '')) return;
  context.addIssue({ code: 'custom', message: 'Enter a valid url', path: ['webhookUrl'] });
});

export type UserSubscription = z.output<typeof userSubscription>;

/** What PUT user-subscriptions takes and answers (PROF-004). */
export const userSubscriptions = z.object({
  subscriptions: z.array(savedSubscription).max(100),
});

/** What a person chose in the console; defaults are DATA-003. */
export const appMetadata = z.object({
  role: z.enum(userRoles).nullable().default(null),
  subscriptions: z.array(userSubscription).max(100).default([]),
  selectedChannels: z.array(z.string().max(100)).max(1_000).default([]),
  timePeriods: z
    .array(timePeriod)
    .max(2)
    .default([{ type: 'Last week' }, { type: 'Previous period', compareWith: true }]),
  dashboardItems: z.array(z.record(z.string(), z.unknown())).max(200).default([]),
  reportSettings: z.array(z.record(z.string(), z.unknown())).max(200).default([]),
});
export type AppMetadata = z.output<typeof appMetadata>;

/** What PATCH app_metadata takes; a role in it follows the role rule (OP-61). */
export const appMetadataPatch = z
  .object({
    role: z.enum(userRoles).nullable().describe('null = as it is'),
    subscriptions: z.array(savedSubscription).max(100),
    selectedChannels: z.array(z.string().max(100)).max(1_000),
    timePeriods: z.array(timePeriod).max(2),
    dashboardItems: z.array(z.record(z.string(), z.unknown())).max(200),
    reportSettings: z.array(z.record(z.string(), z.unknown())).max(200),
  })
  .partial();

/** A person as a member of the selected tenant (DATA-001). Never carries the password hash. */
export const user = z.object({
  user_id: z.string(),
  nickname: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  picture: z.string(),
  created_at: z.iso.datetime(),
  last_login: z.iso.datetime().nullable(),
  last_password_reset: z.iso.datetime().nullable(),
  currentCompany: z.string().describe('id of the tenant this answer is about'),
  app_metadata: appMetadata,
});
export type User = z.output<typeof user>;

export const userUpdate = z.object({
  user_id: z.string().optional(),
  nickname: nameText(100).optional(),
  picture: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_000)]).optional(),
  app_metadata: appMetadataPatch.optional(),
});

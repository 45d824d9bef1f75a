import { z } from 'zod';
import { noCredentials } from '../channels/settings/schemas.ts';
import { dashboardItem, storedDashboardItem } from '../reports/dashboard-item.ts';
import { userRoles } from '../roles.ts';
import { userInfoOf } from '../secrets.ts';
import { nameText } from '../text.ts';
import {
  maxSubscriptions,
  savedSubscription,
  userSubscription,
} from '../user-subscriptions/user-subscription.ts';
import { languages } from './language.ts';

/** One of the two report periods (DATA-004); `dateA`/`dateB` only for User defined. */
export const timePeriod = z.object({
  type: z.string().max(40),
  dateA: z.string().max(40).optional(),
  dateB: z.string().max(40).optional(),
  compareWith: z.boolean().optional(),
});

/** Settings of a person in the console, and the role; defaults are DATA-003. */
export const appMetadata = z.object({
  role: z.enum(userRoles).nullable().default(null),
  subscriptions: z.array(userSubscription).max(maxSubscriptions).default([]),
  selectedChannels: z.array(z.string().max(100)).max(1_000).default([]),
  timePeriods: z
    .array(timePeriod)
    .max(2)
    .default([{ type: 'Last week' }, { type: 'Previous period', compareWith: true }]),
  dashboardItems: z.array(storedDashboardItem).max(200).default([]),
  reportSettings: z.array(storedDashboardItem).max(200).default([]),
  language: z
    .enum(languages)
    .nullable()
    .default(null)
    .describe(
      'in which the platform writes to the person, in every company; null = as the company',
    ),
});
export type AppMetadata = z.output<typeof appMetadata>;

/** Body of PATCH app_metadata; a role in it follows the role rule (OP-61). */
export const appMetadataPatch = z
  .object({
    role: z.enum(userRoles).nullable().describe('null = as it is'),
    subscriptions: z.array(savedSubscription).max(maxSubscriptions),
    selectedChannels: z.array(z.string().max(100)).max(1_000),
    timePeriods: z.array(timePeriod).max(2),
    dashboardItems: z.array(dashboardItem).max(200),
    reportSettings: z.array(dashboardItem).max(200),
    language: z.enum(languages).nullable().describe('of the person, who alone sets it'),
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

const pictureUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => userInfoOf(url) === '', noCredentials);

export const userUpdate = z.object({
  user_id: z.string().optional(),
  nickname: nameText(100).optional(),
  picture: z.union([z.literal(''), pictureUrl]).optional(),
  app_metadata: appMetadataPatch.optional(),
});

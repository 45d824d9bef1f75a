/** Share links: a card of a report that anybody with the link can open, without sign-in. */
import { z } from 'zod';
import { reportInterval } from '../reports/dashboard-item.ts';
import { reportData } from '../reports/report-data.ts';
import { reportSettings } from '../reports/report-settings.ts';
import {
  defaultReportInterval,
  reportLimits,
  reportTimings,
  reportViewOptions,
} from '../reports/report-values.ts';
import { nameText } from '../text.ts';
import { timePeriod } from '../users/user.ts';
import { shareLinkKinds, shareLinkLimits } from './share-link-values.ts';

/** Filters of the report of a card, with periods by type, so that a live card moves on with time. */
export const sharedCardQuery = z.object({
  system: z.string().min(1).max(100),
  chart: z.string().min(1).max(100),
  interval: reportInterval.default(defaultReportInterval).describe('milliseconds'),
  campaignName: z.string().max(200).default('').describe("'' = all"),
  viewOption: z.enum(reportViewOptions).nullable().default(null),
  timing: z.enum(reportTimings).default('last'),
  channelIds: z.array(z.string().max(100)).max(reportLimits.channels).default([]),
  timePeriods: z.array(timePeriod).min(1).max(2).describe('main and compared period'),
  zone: reportSettings.shape.timeZone.describe('IANA zone in which the periods have their days'),
});
export type SharedCardQuery = z.output<typeof sharedCardQuery>;

export const shareLinkInput = sharedCardQuery.extend({
  name: nameText(shareLinkLimits.nameCharacters).describe('seen in the list alone'),
  kind: z.enum(shareLinkKinds),
  days: z
    .number()
    .int()
    .min(1)
    .max(shareLinkLimits.days)
    .default(shareLinkLimits.defaultDays)
    .describe('after which the link ends'),
});
export type ShareLinkInput = z.output<typeof shareLinkInput>;

export const shareLink = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string().describe('of the card'),
  kind: z.enum(shareLinkKinds),
  createdBy: z.string().describe('e-mail address'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ShareLink = z.output<typeof shareLink>;

/** A new link with its token, which is answered once: only its hash is stored. */
export const madeShareLink = shareLink.extend({
  token: z.string().describe('256 bits; the address is /shared#token'),
});
export type MadeShareLink = z.output<typeof madeShareLink>;

/** One period of a card. */
export const sharedInstance = z.object({
  range: z.object({
    from: z.string().describe('first day, YYYY-MM-DD'),
    to: z.string().describe('last day, included'),
    startMs: z.number(),
    endMs: z.number().describe('excluded'),
    isMoments: z.boolean(),
  }),
  data: reportData.describe(
    'without names that the card does not show: keys, campaigns to choose, sheets',
  ),
});
export type SharedInstance = z.output<typeof sharedInstance>;

/** The card that a link opens, without other data of the company. */
export const sharedCard = z.object({
  title: z.string(),
  kind: z.enum(shareLinkKinds),
  viewOption: z.enum(reportViewOptions).nullable(),
  readAt: z.iso.datetime().describe('when the figures were read'),
  expiresAt: z.iso.datetime(),
  instances: z.array(sharedInstance).max(2),
});
export type SharedCard = z.output<typeof sharedCard>;

/** Any text is accepted: one that is no token is answered like an unknown token. */
export const sharedCardRequest = z.object({ token: z.string().max(500) });

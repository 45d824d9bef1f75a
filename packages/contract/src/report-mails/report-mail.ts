/** A mail of reports that goes to members of a company by a schedule. */
import { z } from 'zod';
import { reportLimits } from '../reports/report-values.ts';
import { sharedCardQuery } from '../share-links/share-link.ts';
import { nameText, text } from '../text.ts';
import {
  reportMailLimits,
  reportMailOutcomes,
  reportMailPeriods,
  reportMailRhythms,
} from './report-mail-values.ts';

/** A card of a mail: a report and its settings. Periods and channels are those of the mail. */
export const reportMailCard = sharedCardQuery.pick({
  system: true,
  chart: true,
  interval: true,
  campaignName: true,
  viewOption: true,
  timing: true,
});
export type ReportMailCard = z.output<typeof reportMailCard>;

const isOnce = (ids: readonly string[]) => new Set(ids).size === ids.length;

export const reportMailInput = z.object({
  name: nameText(reportMailLimits.nameCharacters),
  cards: z
    .array(reportMailCard)
    .min(1, 'Choose at least one card.')
    .max(reportMailLimits.cards, `A mail has ${reportMailLimits.cards} cards at most.`),
  channelIds: z.array(text().max(100)).max(reportLimits.channels).default([]).describe('[] = all'),
  period: z.enum(reportMailPeriods).default('Last week'),
  compare: z.boolean().default(true).describe('whether the mail shows the previous period, too'),
  rhythm: z.enum(reportMailRhythms).default('weekly'),
  weekday: z.number().int().min(1).max(7).default(1).describe('weekly: 1 = Monday'),
  monthDay: z
    .number()
    .int()
    .min(1)
    .max(31)
    .default(1)
    .describe('monthly: in a shorter month its last day'),
  hour: z.number().int().min(0).max(23).default(7).describe('in the time zone of the company'),
  recipients: z
    .array(text().min(1).max(100))
    .max(
      reportMailLimits.recipients,
      `A mail has ${reportMailLimits.recipients} recipients at most.`,
    )
    .refine(isOnce, 'Name each recipient once.')
    .default([])
    .describe('ids of members; [] = oneself; others need the role Editor'),
});
export type ReportMailInput = z.output<typeof reportMailInput>;

/** Body of PATCH: fields that are left out stay. */
export const reportMailPatch = z
  .object({
    name: reportMailInput.shape.name,
    cards: reportMailInput.shape.cards,
    channelIds: reportMailInput.shape.channelIds.unwrap(),
    period: reportMailInput.shape.period.unwrap(),
    compare: reportMailInput.shape.compare.unwrap(),
    rhythm: reportMailInput.shape.rhythm.unwrap(),
    weekday: reportMailInput.shape.weekday.unwrap(),
    monthDay: reportMailInput.shape.monthDay.unwrap(),
    hour: reportMailInput.shape.hour.unwrap(),
    recipients: reportMailInput.shape.recipients.unwrap(),
    paused: z.boolean(),
  })
  .partial();
export type ReportMailPatch = z.output<typeof reportMailPatch>;

/** A member who can get mails of reports. */
export const reportMailMember = z.object({
  userId: z.string(),
  name: z.string().describe("'' = none"),
  email: z.string(),
});
export type ReportMailMember = z.output<typeof reportMailMember>;

export const reportMail = reportMailInput.extend({
  id: z.string(),
  name: z.string(),
  cards: z.array(reportMailCard),
  userId: z.string().describe('of whom it is'),
  recipients: z.array(
    reportMailMember.extend({
      unsubscribed: z.boolean().describe('has ended it by the link of a mail'),
    }),
  ),
  paused: z.boolean(),
  createdBy: z.string().describe('e-mail address'),
  timeZone: z.string().describe('IANA zone of the hour: that of the company'),
  nextRunAt: z.iso.datetime().nullable().describe('null: it is paused'),
  lastRunAt: z.iso.datetime().nullable(),
  lastOutcome: z.enum(reportMailOutcomes).nullable(),
  lastProblem: z.string().describe('a sentence; empty: there was none'),
  lastMails: z.number().int().describe('members who got the last one'),
});
export type ReportMail = z.output<typeof reportMail>;

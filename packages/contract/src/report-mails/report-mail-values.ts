/** The closed lists and limits that scheduled mails of reports and their screens share: without schemas. */
import type { Tenant } from '../tenants/tenant.ts';

/** Bounds of scheduled mails of reports (rule SEC-S128). */
export const reportMailLimits = {
  nameCharacters: 60,
  /** Cards of one mail: each is read and drawn. */
  cards: 12,
  /** Members who get one mail. */
  recipients: 20,
  /** Mails to themselves that a person may request in an hour. */
  sendsAnHour: 10,
} as const;

/** Schedules of a company, by its tier. */
export const reportMailsOfTier: Readonly<Record<Tenant['tier'], number>> = {
  trial: 5,
  basic: 10,
  professional: 50,
  enterprise: 100,
};

/** Periods of a mail, of whole days that have ended when it is written (PER-010). */
export const reportMailPeriods = ['Last day', 'Last 7 days', 'Last week', 'Last month'] as const;
export type ReportMailPeriod = (typeof reportMailPeriods)[number];

export const reportMailRhythms = ['daily', 'weekly', 'monthly'] as const;
export type ReportMailRhythm = (typeof reportMailRhythms)[number];

/** Outcome of the last run; the number of mails is in `lastMails`. */
export const reportMailOutcomes = ['sent', 'nobody', 'failed'] as const;
export type ReportMailOutcome = (typeof reportMailOutcomes)[number];

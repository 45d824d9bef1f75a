/** Rows of scheduled mails as the API answers them, and the schedule in them. */
import {
  type ReportMail,
  type ReportMailCard,
  reportMail,
  reportMailCard,
  reportMailRhythms,
} from '@interlude/contract';
import type { MailSchedule } from '@interlude/reporting';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ReportMailsTable } from '../schema/report-page-tables.ts';

export type ReportMailRow = Selectable<ReportMailsTable>;

const storedCards = z.array(reportMailCard);

/** The cards of a row: those that this version cannot read are left out. */
export function cardsOf({ cards }: Pick<ReportMailRow, 'cards'>): ReportMailCard[] {
  const rows = Array.isArray(cards) ? cards : [];
  return storedCards.parse(rows.filter((card) => reportMailCard.safeParse(card).success));
}

/** When the mails of a row are due. */
export function scheduleOf(
  row: Pick<ReportMailRow, 'rhythm' | 'weekday' | 'month_day' | 'hour'>,
): MailSchedule {
  return {
    rhythm: reportMailRhythms.find((each) => each === row.rhythm) ?? 'weekly',
    ...{ weekday: row.weekday, monthDay: row.month_day, hour: row.hour },
  };
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** @param recipients with the row's order */
export function toReportMail(row: ReportMailRow, recipients: ReportMail['recipients']): ReportMail {
  return reportMail.parse({
    ...{ id: row.id, name: row.name, userId: row.user_id, createdBy: row.created_by },
    ...{ cards: cardsOf(row), channelIds: row.channel_ids, period: row.period },
    ...{ compare: row.compare, ...scheduleOf(row), recipients, paused: row.paused },
    ...{ timeZone: row.time_zone, nextRunAt: isoOf(row.next_run_at) },
    ...{ lastRunAt: isoOf(row.last_run_at), lastOutcome: row.last_outcome },
    ...{ lastProblem: row.last_problem, lastMails: row.last_mails },
  });
}

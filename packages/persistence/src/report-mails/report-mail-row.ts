/** Converts rows of `report_mails` to the API's form, and to their schedule. */
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

/** Cards of a row, without those that this version cannot parse. */
export function cardsOf({ cards }: Pick<ReportMailRow, 'cards'>): ReportMailCard[] {
  const rows = Array.isArray(cards) ? cards : [];
  return storedCards.parse(rows.filter((card) => reportMailCard.safeParse(card).success));
}

/** Schedule of a row. */
export function scheduleOf(
  row: Pick<ReportMailRow, 'rhythm' | 'weekday' | 'month_day' | 'hour'>,
): MailSchedule {
  return {
    rhythm: reportMailRhythms.find((each) => each === row.rhythm) ?? 'weekly',
    ...{ weekday: row.weekday, monthDay: row.month_day, hour: row.hour },
  };
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** @param recipients in the order of the row */
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

/** Ad events to report to the payment provider now: those counted minus those reported, day by day. */
import type { BillingTerm, UsageDay } from '@interlude/contract';
import { closesMs, openTerm, reportTimeMs, termOf } from './term.ts';

export interface PlannedReport {
  readonly day: number;
  readonly adEvents: number;
  /** Time under which the events are reported, epoch ms. */
  readonly atMs: number;
  /** First day of the term to which they are charged. */
  readonly termFirstDay: number;
}

export interface ReportsOf {
  /** First day of the current subscription. */
  readonly firstDay: number;
  readonly months: number;
  /** From the first subscription of the company on. */
  readonly days: readonly UsageDay[];
  readonly nowMs: number;
}

const minuteMs = 60_000;

/**
 * Plans the reports. A complete day is reported under its own time while its term is open. Ad events that are counted
 * later, or are left of a subscription that has ended, are reported as of now and charged in the open term: every
 * counted ad event is charged once, in the end.
 */
export function planReports({ firstDay, months, days, nowMs }: ReportsOf): PlannedReport[] {
  const open = openTerm(firstDay, months, nowMs);
  const asOfNow = Math.floor(nowMs / minuteMs) * minuteMs;
  const place = (day: number): { atMs: number; term: BillingTerm } | undefined => {
    const own = day < firstDay ? undefined : termOf(firstDay, months, day);
    if (own !== undefined && nowMs < closesMs(own)) return { atMs: reportTimeMs(day), term: own };
    return open && { atMs: asOfNow, term: open };
  };
  return days.flatMap(({ day, adEvents: counted, reported }) => {
    const adEvents = counted - reported;
    const at = adEvents > 0 && reportTimeMs(day) <= nowMs ? place(day) : undefined;
    return at ? [{ day, adEvents, atMs: at.atMs, termFirstDay: at.term.firstDay }] : [];
  });
}

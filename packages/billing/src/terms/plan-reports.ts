/** Which ad events are reported to the payment provider now: what was counted less what was reported, day by day. */
import type { BillingTerm, UsageDay } from '@interlude/contract';
import { closesMs, openTerm, reportTimeMs, termOf } from './term.ts';

export interface PlannedReport {
  readonly day: number;
  readonly adEvents: number;
  /** The time that the report names, epoch ms. */
  readonly atMs: number;
  /** The first day of the term that pays. */
  readonly termFirstDay: number;
}

export interface ReportsOf {
  /** The subscription that runs. */
  readonly firstDay: number;
  readonly months: number;
  /** From the first subscription of the company on. */
  readonly days: readonly UsageDay[];
  readonly nowMs: number;
}

const minuteMs = 60_000;

/**
 * A day that is complete is reported under its own time while its term is open. What is counted later, or was left of a
 * subscription that has ended, is reported as of now, and charged in the term that runs: every counted ad event is
 * charged once, in the end.
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

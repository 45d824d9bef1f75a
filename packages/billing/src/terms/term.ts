/**
 * Terms of a subscription, in days of the company's time zone (as the metering table counts them), and their place on
 * the payment provider's clock. A day is over everywhere on earth at 12:00 UTC of the day that follows. That is the time
 * under which it is reported, and the provider's periods begin a day after ours: so a day is reported when it is
 * complete, falls into the period of its term in each time zone, and has 11 hours in which late events are counted.
 */
import type { BillingTerm } from '@interlude/contract';
import { civilOfDays, dayMs, daysOfCivil } from '@interlude/reporting';

const hourMs = 3_600_000;
/** Before the end of the provider's period: a report in this time may miss the invoice. */
const closingMs = hourMs;
/** Least time from the creation of a subscription to the start of its first period. */
const leastLeadMs = 600_000;

const lengthOfMonth = (year: number, month: number) =>
  daysOfCivil({ year, month: month + 1, day: 1 }) - daysOfCivil({ year, month, day: 1 });

/** The same day `months` later; the last of its month where that is shorter. */
export function addMonths(day: number, months: number): number {
  const from = civilOfDays(day);
  const count = from.year * 12 + from.month - 1 + months;
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1];
  const ofMonth = Math.min(from.day, lengthOfMonth(year, month));
  return daysOfCivil({ year, month, day: ofMonth });
}

/** The first day that is charged when a company subscribes now. */
export function firstChargedDay(companyDay: number, nowMs: number): number {
  const utcDay = Math.floor(nowMs / dayMs);
  const isLate = (utcDay + 1) * dayMs - nowMs < leastLeadMs;
  return Math.max(companyDay, isLate ? utcDay + 1 : utcDay);
}

/** Start of the provider's first period, epoch ms. */
export function anchorMs(firstDay: number): number {
  return (firstDay + 1) * dayMs;
}

/** Whether a subscription that is not created yet can still begin on its first day. */
export function canStillBegin(firstDay: number, nowMs: number): boolean {
  return anchorMs(firstDay) - nowMs >= leastLeadMs / 2;
}

/** The term that contains a day; the first term for days before it. */
export function termOf(firstDay: number, months: number, day: number): BillingTerm {
  const anchor = firstDay + 1;
  const start = (count: number) => addMonths(anchor, count * months) - 1;
  let count = Math.max(0, Math.floor((day - firstDay) / (31 * months)));
  while (start(count + 1) <= day) count += 1;
  return { firstDay: start(count), endDay: start(count + 1) };
}

/** Time under which a day is reported, epoch ms; the day is complete from then on. */
export function reportTimeMs(day: number): number {
  return (day + 1) * dayMs + 12 * hourMs;
}

/** End of the time in which days of a term are reported under their own time, epoch ms. */
export function closesMs({ endDay }: BillingTerm): number {
  return anchorMs(endDay) - closingMs;
}

/** The term whose period at the provider is running; undefined before the first, and in the last hour of one. */
export function openTerm(firstDay: number, months: number, nowMs: number): BillingTerm | undefined {
  const day = Math.floor(nowMs / dayMs) - 1;
  if (day < firstDay) return undefined;
  const term = termOf(firstDay, months, day);
  return nowMs < closesMs(term) ? term : undefined;
}

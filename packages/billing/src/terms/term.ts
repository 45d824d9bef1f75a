/**
 * Terms of a subscription, in days of the company's time zone (as the metering table counts them), and their place on
 * the payment provider's clock. A day is over everywhere on earth at 12:00 UTC of the day that follows. That is the time
 * under which it is reported, and the provider's periods begin a day after ours: so a day is reported when it is
 * complete, falls into the period of its term in each time zone, and has 11 hours in which late events are counted.
 */
import type { BillingTerm } from '@interlude/contract';
import { civilOfDays, dayMs, daysOfCivil } from '@interlude/reporting';

const hourMs = 3_600_000;
/** Of the provider's period: whoever reports then may come too late for its invoice. */
const closingMs = hourMs;
/** A subscription's clock begins at least this long after it is made. */
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

/** When the provider's first period begins, epoch ms. */
export function anchorMs(firstDay: number): number {
  return (firstDay + 1) * dayMs;
}

/** Whether a subscription that was not made yet can still begin on its first day. */
export function canStillBegin(firstDay: number, nowMs: number): boolean {
  return anchorMs(firstDay) - nowMs >= leastLeadMs / 2;
}

/** The term that holds a day; the first one for days before it. */
export function termOf(firstDay: number, months: number, day: number): BillingTerm {
  const anchor = firstDay + 1;
  const start = (count: number) => addMonths(anchor, count * months) - 1;
  let count = Math.max(0, Math.floor((day - firstDay) / (31 * months)));
  while (start(count + 1) <= day) count += 1;
  return { firstDay: start(count), endDay: start(count + 1) };
}

/** The time under which a day is reported, and from which it is, epoch ms. */
export function reportTimeMs(day: number): number {
  return (day + 1) * dayMs + 12 * hourMs;
}

/** Until when days of a term are reported for it, epoch ms. */
export function closesMs({ endDay }: BillingTerm): number {
  return anchorMs(endDay) - closingMs;
}

/** The term whose period at the provider runs now; undefined before the first, and while one is about to close. */
export function openTerm(firstDay: number, months: number, nowMs: number): BillingTerm | undefined {
  const day = Math.floor(nowMs / dayMs) - 1;
  if (day < firstDay) return undefined;
  const term = termOf(firstDay, months, day);
  return nowMs < closesMs(term) ? term : undefined;
}

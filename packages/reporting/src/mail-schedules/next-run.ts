/** When a scheduled mail goes next: at an hour of days of a time zone, once on each of them. Pure. */
import { civilOfDays, dayMs, daysOfCivil, weekdayOf } from '../calendar/civil-days.ts';
import { localDayOf, momentOfWall } from '../calendar/zoned-time.ts';

const hourMs = 3_600_000;
/** Days that are searched: more than any rhythm has between two runs. */
const longestPauseDays = 63;

export interface MailSchedule {
  readonly rhythm: 'daily' | 'weekly' | 'monthly';
  /** Weekly: 1 = Monday (ISO 8601). */
  readonly weekday: number;
  /** Monthly: 1 to 31; in a shorter month its last day. */
  readonly monthDay: number;
  /** 0 to 23, as the clocks of the zone show it. */
  readonly hour: number;
}

function lastDayOfMonth(day: number): number {
  const { year, month } = civilOfDays(day);
  const next =
    month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
  return civilOfDays(daysOfCivil(next) - 1).day;
}

function isDayOf({ rhythm, weekday, monthDay }: MailSchedule, day: number): boolean {
  switch (rhythm) {
    case 'daily':
      return true;
    case 'weekly':
      return weekdayOf(day) + 1 === weekday;
    case 'monthly':
      return civilOfDays(day).day === Math.min(monthDay, lastDayOfMonth(day));
  }
}

/**
 * The first time of a schedule after a moment. Each of its days has exactly one: an hour that the clock skips is the
 * first moment after the gap, one that it shows twice is the first of the two.
 * @param afterMs epoch ms @param timeZone IANA
 * @returns epoch ms
 * @throws {RangeError} a zone that does not exist
 * @see ADR 0055
 */
export function nextRunOf(schedule: MailSchedule, afterMs: number, timeZone: string): number {
  const today = localDayOf(afterMs, timeZone);
  for (let day = today; day < today + longestPauseDays; day += 1) {
    if (!isDayOf(schedule, day)) continue;
    const atMs = momentOfWall(day * dayMs + schedule.hour * hourMs, timeZone);
    if (atMs > afterMs) return atMs;
  }
  // Unreachable: every rhythm has a day within two months.
  return afterMs + dayMs;
}

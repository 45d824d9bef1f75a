/**
 * Days of a calendar without a time, and the moments at which they begin in a time zone. Pure: the zone is an argument,
 * and no clock is read.
 */

/** `YYYY-MM-DD`; such texts sort by time. */
export type Day = string;

const dayMs = 86_400_000;

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`);
const dayOfUtc = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Whether the text is a day that exists: `2026-02-30` does not. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = utcOf(text);
  return !Number.isNaN(ms) && dayOfUtc(ms) === text;
}

export function addDays(day: Day, days: number): Day {
  return dayOfUtc(utcOf(day) + days * dayMs);
}

/** Days from one to the other; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utcOf(to) - utcOf(from)) / dayMs);
}

/** `YYYY-MM-01` of the month that is `months` later. */
export function addMonthsToFirst(day: Day, months: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return dayOfUtc(Date.UTC(year, month - 1 + months, 1));
}

export function firstOfMonth(day: Day): Day {
  return addMonthsToFirst(day, 0);
}

export function lastOfMonth(day: Day): Day {
  return addDays(addMonthsToFirst(day, 1), -1);
}

/** The same day of another month, or that month's last day where it has no such day (OP-50). */
export function addMonths(day: Day, months: number): Day {
  const first = addMonthsToFirst(day, months);
  const shifted = first.slice(0, 8) + day.slice(8);
  return isDay(shifted) ? shifted : lastOfMonth(first);
}

/** 0 = Monday to 6 = Sunday (OP-49). */
export function weekdayOf(day: Day): number {
  return (new Date(utcOf(day)).getUTCDay() + 6) % 7;
}

/** Monday of the day's week. */
export function startOfWeek(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Text of a moment in a zone as `YYYY-MM-DD` and `HH:mm:ss`. */
function wallClock(ms: number, zone: string): { day: Day; time: string } {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/** @param ms epoch milliseconds @param zone IANA name, e.g. `Europe/Berlin` */
export function dayAt(ms: number, zone: string): Day {
  return wallClock(ms, zone).day;
}

/** `HH:mm` in the zone. */
export function clockAt(ms: number, zone: string): string {
  return wallClock(ms, zone).time.slice(0, 5);
}

/** What a clock in the zone is ahead of UTC, in milliseconds. */
function offsetAt(ms: number, zone: string): number {
  const { day, time } = wallClock(ms, zone);
  return Date.parse(`${day}T${time}.000Z`) - Math.floor(ms / 1_000) * 1_000;
}

/**
 * The first moment of a day in a zone. Where clocks change at midnight, 00:00 may come twice or not at all: the first
 * moment of that date counts.
 * @returns epoch milliseconds
 */
export function startOfDay(day: Day, zone: string): number {
  const utc = utcOf(day);
  const candidates = [utc - offsetAt(utc - dayMs, zone), utc - offsetAt(utc + dayMs, zone)];
  const inside = candidates.filter((ms) => dayAt(ms, zone) === day);
  return Math.min(...(inside.length > 0 ? inside : candidates));
}

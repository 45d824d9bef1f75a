/**
 * Days of a calendar without a time, as texts, and the moments at which they begin in a time zone. Pure: the zone is an
 * argument, and no clock is read.
 */
import { civilOfDays, dayMs, daysOfCivil } from '../calendar/civil-days.ts';
import { dateText, localDayOf, offsetsOf, startOfLocalDay } from '../calendar/zoned-time.ts';

/** `YYYY-MM-DD`; such texts sort by time. */
export type Day = string;

const minuteMs = 60_000;

function numberOf(text: Day): number {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return daysOfCivil({ year, month, day });
}

/** Whether the text is a day that exists: `2026-02-30` does not. */
export function isDay(text: string): text is Day {
  return /^\d{4}-\d\d-\d\d$/.test(text) && dateText(numberOf(text)) === text;
}

/** The day that is so many days later. */
export function addDays(day: Day, days: number): Day {
  return dateText(numberOf(day) + days);
}

/** Days from one to the other; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return numberOf(to) - numberOf(from);
}

/** `YYYY-MM-01` of the month that is `months` later. */
export function addMonthsToFirst(day: Day, months: number): Day {
  const { year, month } = civilOfDays(numberOf(day));
  const all = year * 12 + month - 1 + months;
  return dateText(daysOfCivil({ year: Math.floor(all / 12), month: (all % 12) + 1, day: 1 }));
}

/** The first day of the day's month. */
export function firstOfMonth(day: Day): Day {
  return addMonthsToFirst(day, 0);
}

/** The last day of the day's month. */
export function lastOfMonth(day: Day): Day {
  return addDays(addMonthsToFirst(day, 1), -1);
}

/** The same day of another month, or that month's last day where it has no such day (OP-50). */
export function addMonths(day: Day, months: number): Day {
  const first = addMonthsToFirst(day, months);
  const shifted = first.slice(0, 8) + day.slice(8);
  return isDay(shifted) ? shifted : lastOfMonth(first);
}

/** 0 = Monday to 6 = Sunday (OP-49). Day 0 of the calendar is a Thursday. */
export function weekdayOf(day: Day): number {
  return (((numberOf(day) + 3) % 7) + 7) % 7;
}

/** Monday of the day's week. */
export function startOfWeek(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

/** @param ms epoch milliseconds @param zone IANA name, e.g. `Europe/Berlin` */
export function dayAt(ms: number, zone: string): Day {
  return dateText(localDayOf(ms, zone));
}

/** `HH:mm` in the zone. */
export function clockAt(ms: number, zone: string): string {
  const ofDay = (((ms + offsetsOf(zone)(ms)) % dayMs) + dayMs) % dayMs;
  const minutes = Math.floor(ofDay / minuteMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * The first moment of a day in a zone. Where clocks change at midnight, 00:00 may come twice or not at all: the first
 * moment of that date counts.
 * @returns epoch milliseconds
 */
export function startOfDay(day: Day, zone: string): number {
  return startOfLocalDay(numberOf(day), zone);
}

const isoText =
  /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|([+-])(\d\d):?(\d\d))$/;

/** The moment of an ISO 8601 text with an offset, to the second, epoch milliseconds; undefined when it is none. */
export function epochMsOfIso(text: string): number | undefined {
  const found = isoText.exec(text);
  const [, day = '', hour = '', minute = '', second = '0', sign, hours = '0', minutes = '0'] =
    found ?? [];
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const ofDay = (Number(hour) * 60 + Number(minute) - offset) * minuteMs + Number(second) * 1_000;
  return numberOf(day) * dayMs + ofDay;
}

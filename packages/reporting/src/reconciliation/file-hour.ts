/** Times of an ad server's file as hours. */
import type { FileTimeFormat } from '@interlude/contract';
import { civilOfDays, dayMs, daysOfCivil } from '../calendar/civil-days.ts';
import { offsetsOf } from '../calendar/zoned-time.ts';

const hourMs = 3_600_000;
/** No time is longer: longer text of a hostile file is not matched. */
const maxTimeChars = 40;

const clock = String.raw`(?:[T ]+(\d{1,2})(?::\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*(AM|PM)?)?\s*(Z|[+-]\d{2}:?\d{2})?`;
const patterns = {
  iso: new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${clock}$`, 'i'),
  dayFirst: new RegExp(String.raw`^(\d{1,2})[./-](\d{1,2})[./-](\d{4}),?${clock}$`, 'i'),
  monthFirst: new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4}),?${clock}$`, 'i'),
} as const;

function hourOfDay(text: string | undefined, half: string | undefined): number | undefined {
  const hour = Number(text ?? '0');
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

/** The number of a day (since 1970-01-01); undefined for a date that does not exist. */
function dayOf(year: number, month: number, day: number): number | undefined {
  const days = daysOfCivil({ year, month, day });
  const shown = civilOfDays(days);
  return month <= 12 && shown.month === month && shown.day === day ? days : undefined;
}

/** The first moment of a wall clock's hour; one that the clock skips is the hour after it. */
function momentOf(wallMs: number, timeZone: string): number {
  const offsetAt = offsetsOf(timeZone);
  const before = wallMs - offsetAt(wallMs - dayMs);
  const after = wallMs - offsetAt(wallMs + dayMs);
  const isFirst = before + offsetAt(before) === wallMs;
  return isFirst || after + offsetAt(after) !== wallMs ? before : after;
}

function offsetMsOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * The start of the hour of a row, epoch ms.
 * @param cells `hour`: cell of a column of hours, '' where the file has none
 * @param timeZone of times without an offset
 * @returns undefined for text of another form
 */
export function fileHourOf(
  { time, hour }: { readonly time: string; readonly hour: string },
  format: FileTimeFormat,
  timeZone: string,
): number | undefined {
  if (format === 'epochSeconds' || format === 'epochMs') {
    if (!/^\d{9,14}$/.test(time)) return undefined;
    const atMs = Number(time) * (format === 'epochSeconds' ? 1_000 : 1);
    return atMs < 8e14 / 100 ? Math.floor(atMs / hourMs) * hourMs : undefined;
  }
  const found = time.length > maxTimeChars ? null : patterns[format].exec(time.trim());
  if (!found) return undefined;
  const [, first, second, third, clockHour, half, offset] = found;
  const numbers = [Number(first), Number(second), Number(third)] as const;
  const [a, b, c] = numbers;
  const civil = { iso: [a, b, c], dayFirst: [c, b, a], monthFirst: [c, a, b] } as const;
  const day = dayOf(...civil[format]);
  const ofDay =
    hour === ''
      ? hourOfDay(clockHour, half)
      : hourOfDay(/^\d{1,2}/.exec(hour)?.[0] ?? '99', undefined);
  if (day === undefined || ofDay === undefined) return undefined;
  const wallMs = day * dayMs + ofDay * hourMs;
  return offset === undefined ? momentOf(wallMs, timeZone) : wallMs - offsetMsOf(offset);
}

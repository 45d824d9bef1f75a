/** Days and hours of an IANA time zone as moments, right also where the clock changes. */
import { civilOfDays, dayMs, daysOfCivil } from './civil-days.ts';

const hourMs = 3_600_000;
const secondMs = 1_000;

/** Milliseconds that a zone's clock is ahead of UTC at a moment. */
export type OffsetAt = (epochMs: number) => number;

const known = new Map<string, OffsetAt>();

function readOffsets(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (epochMs) => {
    const at: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(epochMs)) {
      at[type] = Number(value);
    }
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = at;
    const wall =
      daysOfCivil({ year, month, day }) * dayMs + ((hour * 60 + minute) * 60 + second) * secondMs;
    return wall - Math.floor(epochMs / secondMs) * secondMs;
  };
}

/**
 * The offsets of a zone.
 * @throws {RangeError} a zone that does not exist
 */
export function offsetsOf(timeZone: string): OffsetAt {
  let offsets = known.get(timeZone);
  if (!offsets) {
    offsets = readOffsets(timeZone);
    known.set(timeZone, offsets);
  }
  return offsets;
}

/** The number of the day (since 1970-01-01) that a zone's calendar shows at a moment. */
export function localDayOf(epochMs: number, timeZone: string): number {
  return Math.floor((epochMs + offsetsOf(timeZone)(epochMs)) / dayMs);
}

/** The first of the moments between two at which `isAfter` holds. */
function firstMoment(fromMs: number, toMs: number, isAfter: (epochMs: number) => boolean): number {
  let [low, high] = [fromMs, toMs];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The moment at which a zone's clock shows a time, or the first moment after it where the clock skips it; the first of
 * two where it is shown twice.
 * @param wall what the clock shows, as ms of UTC would be
 */
export function momentOfWall(wall: number, timeZone: string): number {
  const offsetAt = offsetsOf(timeZone);
  const before = wall - offsetAt(wall - dayMs);
  const after = wall - offsetAt(wall + dayMs);
  const isShown = (epochMs: number) => epochMs + offsetAt(epochMs) === wall;
  const moments = [before, after].filter(isShown);
  return moments.length > 0
    ? Math.min(...moments)
    : firstMoment(Math.min(before, after), Math.max(before, after), (epochMs) => {
        return epochMs + offsetAt(epochMs) >= wall;
      });
}

const knownStarts = new Map<string, number>();
const mostStarts = 4_096;

/** The moment at which a day begins in a zone: 00:00, or the first moment after it where the clock skips it. */
export function startOfLocalDay(day: number, timeZone: string): number {
  // A page of cards asks for the same days again and again, and each takes four readings of the zone.
  const key = `${timeZone} ${day}`;
  const known = knownStarts.get(key);
  if (known !== undefined) return known;
  const startMs = momentOfWall(day * dayMs, timeZone);
  if (knownStarts.size >= mostStarts) knownStarts.clear();
  knownStarts.set(key, startMs);
  return startMs;
}

/** The start of the hour that a zone's clock shows at a moment. */
export function startOfLocalHour(epochMs: number, timeZone: string): number {
  const offset = offsetsOf(timeZone)(epochMs);
  return Math.floor((epochMs + offset) / hourMs) * hourMs - offset;
}

/** Whether a zone's hours begin off those of UTC, now or in either half of a year. */
export function isOffTheHour(timeZone: string, nowMs: number): boolean {
  const offsetAt = offsetsOf(timeZone);
  return [0, 91, 182, 273].some((days) => offsetAt(nowMs - days * dayMs) % hourMs !== 0);
}

/** `2026-03-29` of a day's number. */
export function dateText(day: number): string {
  const { year, month, day: ofMonth } = civilOfDays(day);
  return `${year}-${String(month).padStart(2, '0')}-${String(ofMonth).padStart(2, '0')}`;
}

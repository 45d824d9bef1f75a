/** Days of the Gregorian calendar as numbers, without a clock. Day 0 is 1970-01-01, a Thursday. */

export const dayMs = 86_400_000;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const floorDiv = (value: number, by: number) => Math.floor(value / by);
const daysOf400Years = 146_097;
/** From 0000-03-01, with which an era of 400 years begins here, to 1970-01-01. */
const epochDays = 719_468;

/**
 * The number of a date.
 * @see Hinnant, chrono-compatible low-level date algorithms, days_from_civil
 */
export function daysOfCivil({ year, month, day }: CivilDate): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = floorDiv(shifted, 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = floorDiv(153 * (month + (month > 2 ? -3 : 9)) + 2, 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + floorDiv(yearOfEra, 4) - floorDiv(yearOfEra, 100) + dayOfYear;
  return era * daysOf400Years + dayOfEra - epochDays;
}

/**
 * The date of a number.
 * @see Hinnant, chrono-compatible low-level date algorithms, civil_from_days
 */
export function civilOfDays(days: number): CivilDate {
  const shifted = days + epochDays;
  const era = floorDiv(shifted, daysOf400Years);
  const dayOfEra = shifted - era * daysOf400Years;
  const yearOfEra = floorDiv(
    dayOfEra - floorDiv(dayOfEra, 1_460) + floorDiv(dayOfEra, 36_524) - floorDiv(dayOfEra, 146_096),
    365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + floorDiv(yearOfEra, 4) - floorDiv(yearOfEra, 100));
  const monthFromMarch = floorDiv(5 * dayOfYear + 2, 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - floorDiv(153 * monthFromMarch + 2, 5) + 1,
  };
}

/** 0 = Monday (ISO 8601). */
export function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

const padded = (value: number, width = 2) => String(value).padStart(width, '0');

/**
 * Epoch milliseconds as `2026-03-01T12:00:00.000Z`.
 * @see RFC 3339 §5.6
 */
export function isoTime(epochMs: number): string {
  const days = floorDiv(epochMs, dayMs);
  const { year, month, day } = civilOfDays(days);
  const ms = epochMs - days * dayMs;
  const time = [3_600_000, 60_000, 1_000].map((unit, index) =>
    padded(floorDiv(ms, unit) % (index === 0 ? 24 : 60)),
  );
  return `${padded(year, 4)}-${padded(month)}-${padded(day)}T${time.join(':')}.${padded(ms % 1_000, 3)}Z`;
}

// ISO 8601 dates without the Date object: the package is pure, and the civil-date arithmetic below
// (days since 1970-01-01 in the proleptic Gregorian calendar) is exact for every year. packages/dash has the same
// arithmetic: format packages import nothing of ours (ADR 0002), and tests/date-times.test.ts holds the two alike.

const DAY_MS = 86_400_000;

function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const ISO_DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,18}))?)?\s*(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/;

function zoneOffsetMs(sign: string | undefined, hours: string, minutes: string): number {
  if (sign === undefined) return 0;
  const ms = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  return sign === '-' ? -ms : ms;
}

const ZERO = 48;
const DASH = 45;
const COLON = 58;
const DOT = 46;
const LETTER_T = 84;
const LETTER_Z = 90;
const SECONDS_LENGTH = '2026-03-01T12:00:00Z'.length;
const MILLISECONDS_LENGTH = SECONDS_LENGTH + 4;

/** Value of the digits in [from, to); NaN when one is none. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function hasUsualSeparators(text: string, at: number): boolean {
  return (
    text.charCodeAt(at + 4) === DASH &&
    text.charCodeAt(at + 7) === DASH &&
    text.charCodeAt(at + 10) === LETTER_T &&
    text.charCodeAt(at + 13) === COLON &&
    text.charCodeAt(at + 16) === COLON
  );
}

/** Two digits at `at`; NaN when one is none. */
function pairAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/**
 * Reads the form nearly every source prints, `2026-03-01T12:00:00[.123]Z`, standing in a larger text:
 * many times faster than the pattern. The day is worked out once for all dates of it.
 */
export class UsualDateReader {
  /** Position behind the date last read. */
  end = 0;
  #day = -1;
  #dayMs = 0;

  /** Epoch ms; NaN for every other form and fields out of range. Text behind the `Z` is ignored. */
  read(text: string, at: number): number {
    if (!hasUsualSeparators(text, at)) return Number.NaN;
    const hour = pairAt(text, at + 11);
    const minute = pairAt(text, at + 14);
    const second = pairAt(text, at + 17);
    if (!(hour <= 24 && minute <= 59 && second <= 60)) return Number.NaN;
    const ms = this.#dayStart(text, at) + (hour * 3600 + minute * 60 + second) * 1000;
    const hasThousandths = text.charCodeAt(at + 19) === DOT;
    this.end = at + (hasThousandths ? MILLISECONDS_LENGTH : SECONDS_LENGTH);
    if (text.charCodeAt(this.end - 1) !== LETTER_Z) return Number.NaN;
    return hasThousandths ? ms + digits(text, at + 20, at + 23) : ms;
  }

  #dayStart(text: string, at: number): number {
    const year = pairAt(text, at) * 100 + pairAt(text, at + 2);
    const month = pairAt(text, at + 5);
    const day = pairAt(text, at + 8);
    const key = (year * 100 + month) * 100 + day;
    if (key === this.#day) return this.#dayMs;
    if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
    this.#day = key;
    this.#dayMs = daysFromCivil(year, month, day) * DAY_MS;
    return this.#dayMs;
  }
}

function usualDate(text: string): number {
  const reader = new UsualDateReader();
  const ms = reader.read(text, 0);
  return reader.end === text.length ? ms : Number.NaN;
}

/**
 * Epoch milliseconds (with their fraction) of an ISO 8601 date and time; NaN when it is none.
 * A date without a zone is read as UTC (RFC 8216 4.3.2.6 requires a zone; sources forget it).
 */
export function parseDateTime(text: string): number {
  const usual = usualDate(text);
  return Number.isNaN(usual) ? parseAnyForm(text) : usual;
}

function parseAnyForm(text: string): number {
  const match = ISO_DATE_TIME.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hour, minute, second = '0', fraction, , sign, zoneHours, zoneMinutes] =
    match;
  const monthNumber = Number(month);
  const dayNumber = Number(day);
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1 || dayNumber > 31) return Number.NaN;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return Number.NaN;
  const days = daysFromCivil(Number(year), monthNumber, dayNumber);
  const fractionMs = fraction === undefined ? 0 : Number(`0.${fraction}`) * 1000;
  const clockMs = Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000;
  return (
    days * DAY_MS +
    clockMs +
    Math.round(fractionMs * 1e6) / 1e6 -
    zoneOffsetMs(sign, zoneHours ?? '0', zoneMinutes ?? '0')
  );
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/**
 * `2026-03-01T12:00:12.500Z` of epoch milliseconds (rounded to whole ones).
 * @see RFC 8216 §4.3.2.6
 */
export function formatDateTime(epochMs: number): string {
  const ms = Math.round(epochMs);
  const days = Math.floor(ms / DAY_MS);
  const inDay = ms - days * DAY_MS;
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const clock = [
    pad(Math.floor(inDay / 3_600_000), 2),
    pad(Math.floor(inDay / 60_000) % 60, 2),
    `${pad(Math.floor(inDay / 1000) % 60, 2)}.${pad(inDay % 1000, 3)}Z`,
  ].join(':');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${clock}`;
}

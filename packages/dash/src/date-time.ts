// xs:dateTime without the Date object: the package is pure. Days are counted in the proleptic
// Gregorian calendar, exact for every year. packages/hls has the same arithmetic: format packages import nothing of
// ours (ADR 0002), and tests/date-times.test.ts holds the two alike.

const DAY_MS = 86_400_000;

const DATE_TIME =
  /^\s*(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,18}))?)?\s*(?:([Zz])|([+-])(\d\d):?(\d\d)?)?\s*$/;

function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function zoneMs(sign: string | undefined, hours: string | undefined, minutes: string | undefined) {
  const ms = Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000;
  return sign === '-' ? -ms : ms;
}

/**
 * Epoch milliseconds (with their fraction) of an xs:dateTime; NaN when it is none. A date without a
 * zone is read as UTC (ISO/IEC 23009-1 requires one; packagers forget it).
 */
export function parseDateTime(text: string): number {
  const match = DATE_TIME.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hour, minute, second = '0', fraction = '', , sign, zoneH, zoneM] =
    match;
  const inRange =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= 31 &&
    Number(hour) <= 24 &&
    Number(minute) <= 59 &&
    Number(second) <= 60;
  if (!inRange) return Number.NaN;
  const clock = Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1000;
  const digits = fraction.padEnd(3, '0');
  const fractionMs = Number(`${digits.slice(0, 3)}.${digits.slice(3, 9)}0`);
  return (
    daysFromCivil(Number(year), Number(month), Number(day)) * DAY_MS +
    clock +
    fractionMs -
    zoneMs(sign, zoneH, zoneM)
  );
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/**
 * `2026-03-01T12:00:12.500Z` of epoch milliseconds (rounded to whole ones). It is an xs:dateTime in UTC, as
 * `@publishTime` and `@availabilityStartTime` take it.
 * @see ISO/IEC 23009-1 §5.3.1
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
  const hours = Math.floor(inDay / 3_600_000);
  const minutes = Math.floor(inDay / 60_000) % 60;
  const seconds = Math.floor(inDay / 1000) % 60;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${pad(inDay % 1000, 3)}Z`;
}

// xs:duration as MPEG-DASH uses it: years and months are read with the fixed lengths that players use (365 and 30
// days), since real MPDs mean nothing else by them.

const DURATION =
  /^\s*(-)?P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,12})M)?(?:(\d{1,15}(?:[.,]\d{0,18})?|[.,]\d{1,18})S)?)?\s*$/;

const DAY_MS = 86_400_000;

/**
 * Milliseconds (with their fraction) of an ISO 8601 duration; NaN when it is none. It is an xs:duration:
 * `PT1H2M3.5S`.
 * @see ISO/IEC 23009-1 §5.3.1
 */
export function parseDuration(text: string): number {
  const match = DURATION.exec(text);
  if (match === null || !/\d/.test(text)) return Number.NaN;
  const [, sign, years, months, weeks, days, hours, minutes, seconds] = match;
  const whole =
    (Number(years ?? 0) * 365 +
      Number(months ?? 0) * 30 +
      Number(weeks ?? 0) * 7 +
      Number(days ?? 0)) *
      DAY_MS +
    Number(hours ?? 0) * 3_600_000 +
    Number(minutes ?? 0) * 60_000;
  const ms = whole + secondsToMs(seconds ?? '0');
  return sign === undefined ? ms : -ms;
}

/** Decimal shift on the text: 0.1 s is 100 ms, not 100.00000000000001. */
function secondsToMs(seconds: string): number {
  const [whole = '0', fraction = ''] = seconds.replace(',', '.').split('.');
  const digits = fraction.padEnd(3, '0');
  return Number(whole || '0') * 1000 + Number(`${digits.slice(0, 3)}.${digits.slice(3)}0`);
}

/**
 * ISO 8601 duration of milliseconds, in seconds with at most nine decimals: `PT1713679740.5S`. Players read
 * seconds of any size; hours and minutes would only add ways to be misread.
 * @see ISO/IEC 23009-1 §5.3.1
 */
export function formatDuration(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const size = Math.abs(ms);
  const whole = Math.floor(size / 1000);
  const nanos = Math.round((size - whole * 1000) * 1e6);
  if (nanos >= 1e9) return `${sign}PT${whole + 1}S`;
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${sign}PT${whole}${fraction}S`;
}

const CLOCK = /^(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)$/;

/**
 * Seconds of `HH:MM:SS[.mmm]`; undefined when it is none.
 * @see VAST 4.3 §3.8; rule V9
 */
export function parseClock(text: string): number | undefined {
  const match = CLOCK.exec(text.trim());
  if (match === null) return undefined;
  return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

/**
 * Seconds from the start of an ad of a `progress` or `skipoffset` value: a clock or a percentage. Undefined when
 * it is neither, or a percentage without a known duration.
 * @see VAST 4.3 §3.14, §3.8
 */
export function parseOffset(text: string, durationSeconds: number | undefined): number | undefined {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text.trim());
  if (percent === null) return parseClock(text);
  if (durationSeconds === undefined) return undefined;
  return (Math.min(100, Number(percent[1])) / 100) * durationSeconds;
}

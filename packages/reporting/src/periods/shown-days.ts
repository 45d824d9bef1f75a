/** Periods as people read and write them: `D/M/YY`. */
import { type Day, isDay } from './civil-day.ts';
import type { Range } from './periods.ts';

/** `D/M/YY` (PER-001). */
export function shownDay(day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)}/${Number(month)}/${year.slice(2)}`;
}

/** `D/M/YY - D/M/YY`. */
export function shownRange({ from, to }: Pick<Range, 'from' | 'to'>): string {
  return `${shownDay(from)} - ${shownDay(to)}`;
}

/** The day of a text `D/M/YY` or `D/M/YYYY`; undefined when it is none. */
export function parseShownDay(text: string): Day | undefined {
  const found = /^\s*(\d{1,2})[/.](\d{1,2})[/.](\d{2}|\d{4})\s*$/.exec(text);
  if (found === null) return isDay(text.trim()) ? text.trim() : undefined;
  const [, date = '', month = '', year = ''] = found;
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

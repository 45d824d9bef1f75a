/** Times as people read them, in the browser's locale and time zone. */

import { onDemand } from '../texts/on-demand.ts';
import { readerLocale } from '../texts/reader-locale.ts';

const relative = onDemand(() => new Intl.RelativeTimeFormat(readerLocale(), { numeric: 'auto' }));
const absolute = onDemand(
  () =>
    new Intl.DateTimeFormat(readerLocale(), {
      dateStyle: 'medium',
      timeStyle: 'short',
    }),
);

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** @param at ISO 8601 @param nowMs epoch milliseconds */
export function relativeTime(at: string, nowMs: number): string {
  let amount = (Date.parse(at) - nowMs) / 1_000;
  if (Number.isNaN(amount)) return '';
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return relative().format(Math.round(amount), unit);
    amount /= size;
  }
  return relative().format(Math.round(amount), 'year');
}

/** Date and time in the browser's locale (OP-68). */
export function absoluteTime(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : absolute().format(moment);
}

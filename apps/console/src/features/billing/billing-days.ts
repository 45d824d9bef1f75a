/** Days of a company, money and counts as people read them. */

import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';

const dayMs = 86_400_000;
const date = onDemand(
  () => new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium', timeZone: 'UTC' }),
);
const count = onDemand(() => new Intl.NumberFormat(readerLocale()));

/** A day since 1970-01-01, which is no moment: it is the same date in every time zone. */
export const dayText = (day: number) => date().format(new Date(day * dayMs));

/** @param endDay exclusive */
export const termText = ({ firstDay, endDay }: { firstDay: number; endDay: number }) =>
  date().formatRange(new Date(firstDay * dayMs), new Date((endDay - 1) * dayMs));

export const countText = (value: number) => count().format(value);

export const moneyText = (cents: number, currency: string) =>
  new Intl.NumberFormat(readerLocale(), { style: 'currency', currency }).format(cents / 100);

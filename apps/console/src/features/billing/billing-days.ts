/** Days of a company, money and counts as people read them. */
const dayMs = 86_400_000;
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const count = new Intl.NumberFormat();

/** A day since 1970-01-01, which is no moment: it is the same date in every time zone. */
export const dayText = (day: number) => date.format(new Date(day * dayMs));

/** @param endDay exclusive */
export const termText = ({ firstDay, endDay }: { firstDay: number; endDay: number }) =>
  date.formatRange(new Date(firstDay * dayMs), new Date((endDay - 1) * dayMs));

export const countText = (value: number) => count.format(value);

export const moneyText = (cents: number, currency: string) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(cents / 100);

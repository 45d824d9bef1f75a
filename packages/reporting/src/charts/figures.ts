/** Figures and moments of reports as text, in one way everywhere: dots between thousands, D/M/YY. Pure. */

import type { ReportUnit } from '@interlude/contract';
import { clockAt, dayAt } from '../periods/civil-day.ts';
import { shownDay } from '../periods/shown-days.ts';

const forms = {
  whole: { maximumFractionDigits: 0 },
  tenths: { maximumFractionDigits: 1 },
  hundredths: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
} as const;
type Form = keyof typeof forms;

const formats = new Map<Form, Intl.NumberFormat>();

/** Formats are made at first use: on a phone the first one takes 20 ms, which would delay the first paint of a page. */
function numberText(value: number, form: Form): string {
  const format = formats.get(form) ?? new Intl.NumberFormat('de-DE', forms[form]);
  formats.set(form, format);
  return format.format(value);
}

/** Shown where nothing was measured. */
export const noFigure = '–';

const bytesInGigabyte = 1e9;
const dayMs = 86_400_000;

/** Decimal gigabytes with two decimals (REP-004). */
export function gigabytes(bytes: number): string {
  return numberText(bytes / bytesInGigabyte, 'hundredths');
}

/** 1.234.567 (REP-030). */
export function thousands(value: number): string {
  return numberText(value, 'whole');
}

/** 1.234,5 */
export function tenthsText(value: number): string {
  return numberText(value, 'tenths');
}

/** 0 to 1 as `87,5 %`. */
export function percentage(ratio: number): string {
  return `${numberText(100 * ratio, 'tenths')} %`;
}

/** Milliseconds as `850 ms`, `12,5 s`, `1.234 min` or `51 h`. */
function duration(ms: number): string {
  if (Math.abs(ms) < 1_000) return `${numberText(ms, 'whole')} ms`;
  if (Math.abs(ms) < 60_000) return `${numberText(ms / 1_000, 'tenths')} s`;
  if (Math.abs(ms) < 100 * 60_000) return `${numberText(ms / 60_000, 'tenths')} min`;
  return `${numberText(ms / 3_600_000, 'tenths')} h`;
}

const writers: Readonly<Record<ReportUnit, (value: number) => string>> = {
  count: thousands,
  ratio: percentage,
  milliseconds: duration,
  bytes: (value) => `${gigabytes(value)} GB`,
  money: (value) => numberText(value, 'hundredths'),
  text: (value) => numberText(value, 'tenths'),
};

export function figureText(
  value: number | string | null | undefined,
  unit: ReportUnit = 'count',
): string {
  if (value === null || value === undefined) return noFigure;
  return typeof value === 'string' ? value : writers[unit](value);
}

/**
 * D/M/YY, or D/M HH:mm where points are less than a day apart (REP-031).
 * @param ms epoch milliseconds @param intervalMs between points @param zone of the buckets
 */
export function pointText(ms: number, intervalMs: number, zone: string): string {
  const day = shownDay(dayAt(ms, zone));
  if (intervalMs >= dayMs) return day;
  return `${day.slice(0, day.lastIndexOf('/'))} ${clockAt(ms, zone)}`;
}

/** The change from one figure to another: `+6,2 %`; empty where there is none to name. */
export function changeText(now: number | null, before: number | null | undefined): string {
  if (now === null || before === null || before === undefined || before === 0) return '';
  const change = now / before - 1;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return `${sign}${percentage(Math.abs(change))}`;
}

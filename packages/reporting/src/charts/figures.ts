/** Figures and moments of reports as text, in one way everywhere: dots between thousands, D/M/YY. Pure. */

import type { ReportUnit } from '@interlude/contract';
import { clockAt, dayAt } from '../periods/civil-day.ts';
import { shownDay } from '../periods/shown-days.ts';

const whole = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat('de-DE', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** What stands where nothing was measured. */
export const noFigure = '–';

const bytesInGigabyte = 1e9;
const dayMs = 86_400_000;

/** Decimal gigabytes with two decimals (REP-004). */
export function gigabytes(bytes: number): string {
  return hundredths.format(bytes / bytesInGigabyte);
}

/** 1.234.567 (REP-030). */
export function thousands(value: number): string {
  return whole.format(value);
}

/** 1.234,5 */
export function tenthsText(value: number): string {
  return tenths.format(value);
}

/** 0 to 1 as `87,5 %`. */
export function percentage(ratio: number): string {
  return `${tenths.format(100 * ratio)} %`;
}

/** Milliseconds as `850 ms`, `12,5 s`, `1.234 min` or `51 h`. */
function duration(ms: number): string {
  if (Math.abs(ms) < 1_000) return `${whole.format(ms)} ms`;
  if (Math.abs(ms) < 60_000) return `${tenths.format(ms / 1_000)} s`;
  if (Math.abs(ms) < 100 * 60_000) return `${tenths.format(ms / 60_000)} min`;
  return `${tenths.format(ms / 3_600_000)} h`;
}

const writers: Readonly<Record<ReportUnit, (value: number) => string>> = {
  count: thousands,
  ratio: percentage,
  milliseconds: duration,
  bytes: (value) => `${gigabytes(value)} GB`,
  money: (value) => hundredths.format(value),
  text: (value) => tenths.format(value),
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

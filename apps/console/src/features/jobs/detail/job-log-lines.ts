/** The filter of log lines by level, and their time as text. */
import type { JobLogLine } from '@interlude/contract';
import { onDemand } from '../../../texts/on-demand.ts';
import { readerLocale } from '../../../texts/reader-locale.ts';
import { t } from '../../../texts/t.ts';

export const logFilters = ['all', 'warning', 'error'] as const;
export type LogFilter = (typeof logFilters)[number];

export const logFilterLabels: Readonly<Record<LogFilter, string>> = {
  all: t('All'),
  warning: t('Warnings'),
  error: t('Errors'),
};

export const logLevelNames: Readonly<Record<JobLogLine['level'], string>> = {
  info: t('info'),
  warning: t('warning'),
  error: t('error'),
};

/** Lines of at least the level of the filter. */
export function filteredLines(lines: readonly JobLogLine[], filter: LogFilter): JobLogLine[] {
  if (filter === 'all') return [...lines];
  return lines.filter(
    ({ level }) => level === 'error' || (filter === 'warning' && level === 'warning'),
  );
}

const clock = onDemand(
  () =>
    new Intl.DateTimeFormat(readerLocale(), {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    }),
);

/** Time of day to the millisecond, in the browser's zone. */
export function logTime(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? '' : clock().format(moment);
}

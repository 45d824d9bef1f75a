/**
 * Dashboard items and report settings of a user (DATA-032). Both spellings of system and chart are read, `system` and
 * `chart` are written (OP-59).
 */
import { z } from 'zod';
import {
  defaultReportInterval,
  reportIntervals,
  reportTimings,
  reportViewOptions,
} from './report-values.ts';

const intervals = Object.values(reportIntervals);

/** HOURS, DAYS or WEEKS in milliseconds. */
export const reportInterval = z.coerce
  .number<number>()
  .refine(
    (value) => intervals.some((interval) => interval === value),
    `interval is one of ${intervals.join(', ')} milliseconds`,
  );

const written = z.object({
  system: z.string().max(100),
  chart: z.string().max(100),
  interval: reportInterval,
  viewOption: z.enum(reportViewOptions).nullable(),
  campaignName: z.string().max(200),
  timing: z.enum(reportTimings),
});
/** One pinned card, or the settings of one card; a pair (system, chart) stands once in a list. */
export type DashboardItem = z.output<typeof written>;

const either = (name: string, other: string) => `${name} (or ${other}) is needed`;

/** A dashboard item of a PATCH body. */
export const dashboardItem = z
  .object({
    system: z.string().max(100).optional(),
    systemId: z.string().max(100).optional().describe('= system'),
    chart: z.string().max(100).optional(),
    reportName: z.string().max(100).optional().describe('= chart'),
    interval: reportInterval.default(defaultReportInterval),
    viewOption: z.enum(reportViewOptions).nullable().default(null),
    campaignName: z.string().max(200).default('').describe("'' = all"),
    timing: z.enum(reportTimings).default('last'),
  })
  .superRefine(({ system, systemId, chart, reportName }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!(system ?? systemId)) add('system', either('system', 'systemId'));
    if (!(chart ?? reportName)) add('chart', either('chart', 'reportName'));
  })
  .transform(({ system, systemId, chart, reportName, ...rest }) => ({
    system: system ?? systemId ?? '',
    chart: chart ?? reportName ?? '',
    ...rest,
  }))
  .pipe(written);
export type DashboardItemInput = z.input<typeof dashboardItem>;

/** As stored: an item that cannot be read names no report, and is hidden like one of an unknown report (DASH-003). */
export const storedDashboardItem = dashboardItem.catch({
  system: '',
  chart: '',
  interval: defaultReportInterval,
  viewOption: null,
  campaignName: '',
  timing: 'last',
});

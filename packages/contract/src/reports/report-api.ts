import { z } from 'zod';
import { admins, anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { breakFacts } from './break-facts.ts';
import { reportInterval } from './dashboard-item.ts';
import { reportData, reportParams } from './report-data.ts';
import { reportDefinition } from './report-definition.ts';
import { reportSettings } from './report-settings.ts';
import {
  breakStages,
  defaultReportInterval,
  reportLimits,
  reportViewOptions,
} from './report-values.ts';

const tag = 'reports';

const epochMs = z.coerce.number<number>().int().min(0).max(8_640_000_000_000);

/** Ids in an address, divided by commas. */
const idList = z
  .string()
  .max(12_000)
  .default('')
  .transform((ids) => ids.split(',').filter((id) => id !== ''))
  .pipe(z.array(z.string().max(100)).max(reportLimits.channels));

/** `{"instance":1,"keys":["a"]}` */
const reportParamsText = z
  .string()
  .max(8_000)
  .default('')
  .transform((text, context): unknown => {
    if (text === '') return {};
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'reportParams is JSON' });
      return z.NEVER;
    }
  })
  .pipe(reportParams);

const period = {
  start: epochMs.describe('epoch ms'),
  end: epochMs.describe('epoch ms, excluded: the start of the last day plus one day'),
};
const filters = {
  interval: reportInterval.default(defaultReportInterval).describe('milliseconds'),
  ...period,
  campaignName: z.string().max(200).default('').describe("'' = all"),
  viewOption: z.enum(reportViewOptions).optional(),
};

/** The filters of one instance of a report, however they were sent. */
export interface ReportQuery {
  readonly interval: number;
  readonly start: number;
  readonly end: number;
  readonly channelIds: readonly string[];
  readonly campaignName: string;
  readonly reportParams: z.output<typeof reportParams>;
}

export const reportRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/systems/:id/reports',
    roles: anyRole,
    tag,
    summary: 'The reports of a system; none of a system that counts nothing',
    answer: z.array(reportDefinition),
    errors: ['SYSTEM_NOT_FOUND'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/systems/:id/reports/:chart',
    roles: anyRole,
    tag,
    summary: 'One instance of a report; an instance that fails answers its code and message',
    query: z.object({
      ...filters,
      channelIds: idList.describe('divided by commas; empty = all channels'),
      reportParams: reportParamsText.describe('of the answer before, as JSON'),
    }),
    answer: reportData,
    errors: ['SYSTEM_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORTS_TOO_MANY', 'REPORTS_BUSY'],
  }),
  post: route({
    method: 'POST',
    path: '/api/v2/systems/:id/reports/:chart',
    roles: anyRole,
    changes: false,
    tag,
    summary: 'The same with the filters as a body: for more channels than an address holds',
    body: z.object({
      ...filters,
      channelIds: z.array(z.string().max(100)).max(reportLimits.channels).default([]),
      reportParams: reportParams.default({ instance: 0, keys: [] }),
    }),
    answer: reportData,
    errors: ['SYSTEM_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORTS_TOO_MANY', 'REPORTS_BUSY'],
  }),
  breaks: route({
    method: 'GET',
    path: '/api/v2/break-facts',
    roles: anyRole,
    tag,
    summary: 'The breaks behind a figure, those with most lost time first',
    query: z.object({
      ...period,
      channelIds: idList.describe('divided by commas; empty = all channels'),
      reason: z.string().max(100).default('').describe('of the lost time'),
      owner: z.string().max(40).default('').describe("'' = any"),
      stage: z
        .enum(breakStages)
        .optional()
        .describe('only time lost between it and the one before'),
      limit: z.coerce.number<number>().int().min(1).max(reportLimits.rows).default(50),
    }),
    answer: z.array(breakFacts),
    errors: ['REPORT_PERIOD_INVALID', 'REPORT_TOO_SLOW', 'REPORTS_TOO_MANY', 'REPORTS_BUSY'],
  }),
  settings: route({
    method: 'GET',
    path: '/api/v2/report-settings',
    roles: anyRole,
    tag,
    summary: 'How the figures of the company are counted and valued',
    answer: reportSettings,
    errors: [],
  }),
  saveSettings: route({
    method: 'PUT',
    path: '/api/v2/report-settings',
    roles: admins,
    tag,
    summary: 'Change how figures are counted and valued; what is counted already stays',
    body: reportSettings,
    answer: reportSettings,
    errors: [],
  }),
} as const;

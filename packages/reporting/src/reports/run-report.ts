/** One instance of a report, from its filters to its data. */
import {
  type ReportData,
  type ReportDataInput,
  type ReportSettings,
  reportData,
  reportIntervals,
  reportLimits,
} from '@interlude/contract';
import type { ReportQuery } from '@interlude/contract/api';
import { bucketEdges } from '../calendar/bucket-edges.ts';
import { dayMs, isoTime } from '../calendar/civil-days.ts';
import { campaignNames } from './campaign-names.ts';
import type { Figures } from './figures.ts';
import type { Report, ReportContext } from './report.ts';

const minuteMs = 60_000;
/** Events of stitchers are counted within this time, ms: a bucket that ended longer ago is complete. */
export const countedWithinMs = 60_000;

export interface RunReportOptions {
  readonly figures: Figures;
  readonly settings: ReportSettings;
  /** Newest counted event, epoch ms. */
  readonly newestMs: number | undefined;
  readonly nowMs: number;
  /** Attribution that the licence of the country data requires, shown with maps. */
  readonly attribution?: string | undefined;
}

/** Why an instance cannot be read, as a code of the error catalogue with its details. */
export interface ReportRefusal {
  readonly code: 'REPORT_PERIOD_INVALID' | 'REPORT_TOO_LARGE';
  readonly details: Readonly<Record<string, number>>;
}

function unitOf(interval: number): 'hour' | 'day' | 'week' {
  if (interval === reportIntervals.hours) return 'hour';
  return interval === reportIntervals.weeks ? 'week' : 'day';
}

/** Start of the narrowest bucket of counters around a moment. */
const floored = (epochMs: number, widthMinutes: number) => {
  const widthMs = widthMinutes * minuteMs;
  return Math.floor(epochMs / widthMs) * widthMs;
};

/** A moment at such a start, else the end of its bucket: a period that ends inside a bucket counts all of it. */
const raised = (epochMs: number, widthMinutes: number) => {
  const start = floored(epochMs, widthMinutes);
  return start === epochMs ? start : start + widthMinutes * minuteMs;
};

/** Days of the longest period. */
export const periodDays = Math.floor(reportLimits.periodMs / dayMs);

/** Whether a period ends after it starts and is not too long; epoch ms. */
export const isPeriod = (startMs: number, endMs: number): boolean =>
  endMs > startMs && endMs - startMs <= reportLimits.periodMs;

/** The edges of the buckets of a query, or why there are none. */
export function edgesOf(
  query: Pick<ReportQuery, 'start' | 'end' | 'interval'>,
  settings: Pick<ReportSettings, 'timeZone'> & {
    /** Width of the narrowest counters of the company, minutes: 60 or 15. */
    readonly widthMinutes: number;
  },
): readonly number[] | ReportRefusal {
  const { timeZone, widthMinutes } = settings;
  const startMs = floored(query.start, widthMinutes);
  const endMs = raised(query.end, widthMinutes);
  if (query.end <= query.start || !isPeriod(startMs, endMs)) {
    return { code: 'REPORT_PERIOD_INVALID', details: { days: periodDays } };
  }
  const unit = unitOf(query.interval);
  const edges = bucketEdges({ startMs, endMs, unit, timeZone }, reportLimits.buckets);
  return edges.length - 1 > reportLimits.buckets
    ? {
        code: 'REPORT_TOO_LARGE',
        details: { buckets: Math.ceil((endMs - startMs) / query.interval) },
      }
    : edges;
}

/** The fields that every answer of a report has, also that of an instance that failed. */
export function answerFrame(
  report: Report,
  query: ReportQuery,
  options: Pick<RunReportOptions, 'settings' | 'newestMs'>,
): ReportDataInput {
  return {
    reportName: report.definition.reportName,
    chartType: report.definition.chartType,
    helpTexts: [...report.helpTexts],
    start: query.start,
    end: query.end,
    interval: query.interval,
    timeZone: options.settings.timeZone,
    asOf: options.newestMs === undefined ? null : isoTime(options.newestMs),
    complete: false,
  };
}

/**
 * Reads one instance. Every answer names its period and zone, up to when events are counted, and the buckets that still
 * count.
 * @param edges of `edgesOf`
 */
export async function runReport(
  report: Report,
  query: ReportQuery,
  edges: readonly number[],
  options: RunReportOptions,
): Promise<ReportData> {
  const { figures, settings, nowMs } = options;
  const counted = edges.slice(1).findIndex((end) => end > nowMs - countedWithinMs);
  const buckets = edges.length - 1;
  const runningFrom = counted < 0 ? buckets : counted;
  const { definition } = report;
  const context: ReportContext = {
    figures,
    scope: {
      edges,
      channelIds: definition.channelDependent ? query.channelIds : [],
      campaign: query.campaignName,
    },
    params: query.reportParams,
    settings,
    nowMs,
    runningFrom,
  };
  const [{ keys, ...read }, campaigns] = await Promise.all([
    report.read(context),
    definition.showCampaignSelector ? campaignNames(context) : [],
  ]);
  const { instance } = query.reportParams;
  const isLast = instance + 1 >= definition.numOfInstances;
  return reportData.parse({
    ...answerFrame(report, query, options),
    ...read,
    campaigns,
    attribution: definition.chartType === 'Map' ? (options.attribution ?? '') : '',
    start: edges[0] ?? query.start,
    end: edges.at(-1) ?? query.end,
    complete: runningFrom === buckets,
    runningFrom: runningFrom === buckets ? null : runningFrom,
    reportParams: isLast ? null : { instance: instance + 1, keys: [...(keys ?? [])] },
  } satisfies ReportDataInput);
}

/** Reports and their figures, as tests of the cards have them. */
import type { AppMetadata, DashboardItem, ReportData, ReportDefinition } from '@interlude/contract';
import type { answerCalls } from './answers.suite.ts';

export function definition(
  reportName: string,
  change: Partial<ReportDefinition> = {},
): ReportDefinition {
  return {
    reportName,
    title: 'Ad views over time',
    chartType: 'AreaAndLine',
    numOfInstances: 2,
    instances: [
      { reportData: null, reportParams: { instance: 0, keys: [] } },
      { reportData: null, reportParams: { instance: 1, keys: [] } },
    ],
    defaultViewOption: null,
    viewOptions: [],
    showCampaignSelector: false,
    channelDependent: true,
    disableTimingSelect: false,
    group: 'delivery',
    ...change,
  };
}

const dayMs = 86_400_000;
/** Monday, 16 November 2026, 00:00 in Berlin. */
export const firstDay = Date.parse('2026-11-15T23:00:00.000Z');

/** A week of days with two lines. */
export function lineData(change: Partial<ReportData> = {}): ReportData {
  const labels = Array.from({ length: 7 }, (_none, day) => firstDay + day * dayMs);
  return {
    reportName: 'ad-views',
    chartType: 'AreaAndLine',
    labels,
    bucketEnds: labels.map((start) => start + dayMs),
    series: [
      { name: 'Ad views', data: [10, 20, 30, null, 50, 60, 1_234_567] },
      { name: 'Completed', data: [9, 18, 27, null, 45, 54, 1_000_000] },
    ],
    ...{ metrics: [], units: ['count'], hovers: [], helpTexts: [], campaigns: [] },
    sentences: [],
    ...{ campaignsData: [], countries: [], attribution: '', runningFrom: null },
    excelData: {
      sheets: [
        {
          name: 'Period 1',
          data: [
            ['Day', 'Ad views'],
            [{ dateMs: firstDay }, 10],
          ],
        },
      ],
    },
    ...{ start: firstDay, end: firstDay + 7 * dayMs, interval: dayMs, timeZone: 'Europe/Berlin' },
    ...{ asOf: '2026-11-23T08:29:00.000Z', complete: true, reportParams: null },
    ...change,
  };
}

/** The saved choices of a person, as GET app_metadata answers them. */
export function savedChoices(change: Partial<AppMetadata> = {}): AppMetadata {
  return {
    ...{ role: 'Admin', subscriptions: [], selectedChannels: [] },
    timePeriods: [{ type: 'Last week' }, { type: 'Previous period', compareWith: true }],
    ...{ dashboardItems: [], reportSettings: [], language: 'en' as const },
    ...change,
  };
}

export function dashboardItem(chart: string, change: Partial<DashboardItem> = {}): DashboardItem {
  return {
    ...{ system: 's1', chart, interval: dayMs, viewOption: null, campaignName: '' },
    timing: 'last',
    ...change,
  };
}

export const metadataPath = '/api/v2/users/u1/app_metadata';

/**
 * Lets cards read their figures at once: happy-dom never reports an intersection. @returns restores
 * IntersectionObserver
 */
export function withoutWatcher(): () => void {
  const real = globalThis.IntersectionObserver;
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  return () => {
    globalThis.IntersectionObserver = real;
  };
}

type Answers = Parameters<typeof answerCalls>[0];

/** A company with one system of reports, and a person who has saved the default choices. */
export function reportAnswers(
  definitions: readonly ReportDefinition[],
  saved: AppMetadata,
  more: Answers = {},
): Answers {
  return {
    [`GET ${metadataPath}`]: { body: saved },
    [`PATCH ${metadataPath}`]: ({ body }) => ({ body: { ...saved, ...Object(body) } }),
    'GET /api/v2/systems/listSummary': {
      body: [{ id: 's1', name: 'Interlude', type: 'ssai-cluster', category: 'ssai' }],
    },
    'GET /api/v2/systems/s1/reports': { body: definitions },
    'GET /api/v2/tenants': { body: [] },
    'GET /api/v2/annotations': { body: [] },
    'GET /api/v2/saved-views': { body: [] },
    ...more,
  };
}

/** Waits for a task, so that gathered changes are sent: a page that is left sends them at once. */
export const sent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The settings of report cards and the items of the dashboard, as lists in a person's app metadata. Pure. */
import {
  type DashboardItem,
  defaultReportInterval,
  type ReportDefinition,
  reportIntervals,
} from '@interlude/contract';
import { text } from '../../messages.ts';
import { chartWord } from '../../texts/chart-word.ts';

/** A report by its system and its name. */
export type ReportId = Pick<DashboardItem, 'system' | 'chart'>;
export type CardSettings = Omit<DashboardItem, 'system' | 'chart'>;

/**
 * The definition of a report with its title in the reader's language, and the system that offers it. The flags are
 * those of DASH items that were resolved (REP-021).
 */
export interface ResolvedReport extends ReportId {
  readonly definition: ReportDefinition;
  readonly channelDependent: boolean;
  readonly disableTimingSelect: boolean;
  readonly showCampaignSelector: boolean;
}

export function resolvedReport(system: string, definition: ReportDefinition): ResolvedReport {
  const { reportName, channelDependent, disableTimingSelect, showCampaignSelector } = definition;
  return {
    ...{ system, chart: reportName },
    definition: { ...definition, title: chartWord(definition.title) },
    ...{ channelDependent, disableTimingSelect, showCampaignSelector },
  };
}

export const reportKey = ({ system, chart }: ReportId): string => `${system}/${chart}`;

export function isSameReport(one: ReportId, other: ReportId): boolean {
  return one.system === other.system && one.chart === other.chart;
}

/** Settings of a card that the person has not changed. */
export function defaultSettings(definition: ReportDefinition): CardSettings {
  return {
    interval: defaultReportInterval,
    viewOption: definition.defaultViewOption,
    campaignName: '',
    timing: 'last',
  };
}

/** The settings of a card: its own in a list, else the defaults; a view that the report lacks is its default. */
export function settingsOf(
  report: ResolvedReport,
  items: readonly DashboardItem[],
  changed: Partial<CardSettings> = {},
): CardSettings {
  const { definition } = report;
  const found = items.find((item) => isSameReport(item, report));
  const defaults = defaultSettings(definition);
  const { interval, viewOption, campaignName, timing } = { ...defaults, ...found, ...changed };
  const isOffered = viewOption !== null && definition.viewOptions.includes(viewOption);
  return {
    ...{ interval, campaignName },
    viewOption: isOffered ? viewOption : defaults.viewOption,
    timing: definition.disableTimingSelect ? 'last' : timing,
  };
}

/** Replaces the settings of a card in a list, or adds them (REP-019). */
export function withSettings(
  items: readonly DashboardItem[],
  { system, chart }: ReportId,
  settings: CardSettings,
): DashboardItem[] {
  const item = { system, chart, ...settings };
  return items.some((each) => isSameReport(each, item))
    ? items.map((each) => (isSameReport(each, item) ? item : each))
    : [...items, item];
}

/**
 * Adds the item when it is absent and removes it when it is present (DASH-008).
 * @throws Error 'chart, system, timing needed' without one of them (DASH-009)
 */
export function togglePin(
  items: readonly DashboardItem[],
  item: Partial<DashboardItem>,
): DashboardItem[] {
  const { system, chart, timing, interval = defaultReportInterval } = item;
  if (!system || !chart || !timing) throw new Error(text('pinNeeds'));
  const { viewOption = null, campaignName = '' } = item;
  const pinned = { system, chart, interval, viewOption, campaignName, timing };
  return items.some((each) => isSameReport(each, pinned))
    ? items.filter((each) => !isSameReport(each, pinned))
    : [...items, pinned];
}

/** The items with their reports, in their order; what cannot be resolved is left out (DASH-003). */
export function resolveItems(
  items: readonly DashboardItem[],
  reports: readonly ResolvedReport[],
): ResolvedReport[] {
  return items.flatMap((item) => reports.find((report) => isSameReport(report, item)) ?? []);
}

const intervalNames = [
  [reportIntervals.hours, 'HOURS'],
  [reportIntervals.days, 'DAYS'],
  [reportIntervals.weeks, 'WEEKS'],
] as const;
export type IntervalName = (typeof intervalNames)[number][1];

/** @param interval milliseconds */
export function intervalName(interval: number): IntervalName {
  return intervalNames.find(([each]) => each === interval)?.[1] ?? 'DAYS';
}

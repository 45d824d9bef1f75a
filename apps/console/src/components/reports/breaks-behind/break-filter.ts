/**
 * The breaks behind a figure: the filter of a table row or of a point of the funnel, and its part of the address. Pure.
 */
import { type BreakStage, breakStages } from '@interlude/contract';
import type { FigureRow } from '@interlude/reporting/charts';
import type { ReportSearch } from '../report-search.ts';

/** Empty: all breaks of the period, the most lost time first. */
export interface BreakFilter {
  readonly reason?: string;
  readonly owner?: string;
  readonly stage?: BreakStage;
  readonly channel?: string;
}

const ofReason = ({ key = '', cells, data = cells }: FigureRow): BreakFilter => {
  const [owner] = data;
  return { reason: key, ...(typeof owner === 'string' && { owner }) };
};
const ofChannel = ({ key = '' }: FigureRow): BreakFilter => ({ channel: key });
const ofStage = ({ key = '' }: FigureRow): BreakFilter => {
  const stage = breakStages.find((each) => each === key.toLowerCase());
  return stage === undefined ? {} : { stage };
};

type FilterOf = (row: FigureRow) => BreakFilter | undefined;

/** Filters by name of the report. VAST errors have none: they are counted by ad, not by break. */
const filters: Readonly<Record<string, FilterOf>> = {
  'break-funnel': ofStage,
  'lost-ad-time': ofReason,
  'lost-revenue': ofReason,
  'three-fills': ofChannel,
  'fill-and-errors': ofChannel,
  'errors-by-reason': ({ key = '', cells, data = cells }) =>
    data[0] === 'Reason' ? { reason: key } : undefined,
};

export const leadsToBreaks = (reportName: string): boolean => Object.hasOwn(filters, reportName);

/** The filter for the breaks of a row; undefined when the row has none. */
export function breakFilterOf(reportName: string, row: FigureRow): BreakFilter | undefined {
  return filters[reportName]?.(row);
}

const longest = 200;

/** The filter of a card whose breaks are shown, from the address. @param key `system/chart` */
export function filterOf({ breaks }: ReportSearch, key: string): BreakFilter | undefined {
  if (breaks === undefined) return;
  const parts = new URLSearchParams(breaks);
  if (parts.get('card') !== key) return;
  const part = (name: string) => parts.get(name)?.slice(0, longest) || undefined;
  const [reason, owner, channel] = ['reason', 'owner', 'channel'].map(part);
  const stage = breakStages.find((each) => each === parts.get('stage'));
  return {
    ...(reason !== undefined && { reason }),
    ...(owner !== undefined && { owner }),
    ...(stage !== undefined && { stage }),
    ...(channel !== undefined && { channel }),
  };
}

/** The address that shows the breaks of a card; without a filter it shows none. */
export function withFilter(
  { breaks: _breaks, ...rest }: ReportSearch,
  key: string,
  filter: BreakFilter | undefined,
): ReportSearch {
  if (filter === undefined) return rest;
  return { ...rest, breaks: new URLSearchParams({ card: key, ...filter }).toString() };
}

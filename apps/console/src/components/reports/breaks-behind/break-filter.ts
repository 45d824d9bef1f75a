/**
 * From a figure to the breaks behind it: which breaks a row of a table or a point of the funnel is made of, and how the
 * address says so. Pure.
 */
import { type BreakStage, breakStages } from '@interlude/contract';
import type { FigureRow } from '@interlude/reporting/charts';
import type { ReportSearch } from '../report-search.ts';

/** Without any part: all breaks of the period, those with most lost time first. */
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

/** By name of the report. VAST errors are counted by ad, not by break. */
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

/** The breaks of a row; undefined: there are none to show. */
export function breakFilterOf(reportName: string, row: FigureRow): BreakFilter | undefined {
  return filters[reportName]?.(row);
}

const longest = 200;

/** What the address says about a card. @param key `system/chart` */
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

/** The address with the breaks of a card, or without any. */
export function withFilter(
  { breaks: _breaks, ...rest }: ReportSearch,
  key: string,
  filter: BreakFilter | undefined,
): ReportSearch {
  if (filter === undefined) return rest;
  return { ...rest, breaks: new URLSearchParams({ card: key, ...filter }).toString() };
}

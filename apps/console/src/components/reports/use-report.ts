/**
 * The figures of a card. Ranges are computed at each reading, so that a period that has not ended, such as 'Today',
 * grows.
 */

import { type ReportData, reportLimits } from '@interlude/contract';
import { type Clock, dayAt, type Periods, type Range, rangesOf } from '@interlude/reporting';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import type { CardSettings, ResolvedReport } from './card-settings.ts';
import { readReport } from './read-report.ts';

/** Milliseconds after which the figures of a period that has not ended are read again. */
const refreshMs = 60_000;

export interface ReportFilters {
  readonly report: ResolvedReport;
  readonly settings: CardSettings;
  readonly periods: Periods;
  /** None = all. */
  readonly channelIds: readonly string[];
}

export function useReport(filters: ReportFilters & { clock: Clock; enabled: boolean }) {
  const { report, settings, periods, channelIds, clock, enabled } = filters;
  const { tenant } = useSession();
  const { system, chart, definition } = report;
  const { zone } = clock;
  const [main] = rangesOf(definition, settings.timing, periods, clock);
  const goesOn = main !== undefined && main.endMs >= clock.nowMs;
  return useQuery({
    queryKey: [
      ...[tenant, 'reports', system, chart, settings, periods, channelIds],
      ...[zone, dayAt(clock.nowMs, zone)],
    ],
    queryFn: ({ signal }) => {
      const ranges = rangesOf(definition, settings.timing, periods, { nowMs: Date.now(), zone });
      return readReport(definition, ranges, (range, reportParams) =>
        readInstance(filters, range, reportParams, signal),
      );
    },
    enabled,
    staleTime: refreshMs,
    refetchOnWindowFocus: false,
    refetchInterval: goesOn ? refreshMs : false,
  });
}

/** One instance; the list of channels goes into a body where it is too long for an address. */
function readInstance(
  { report, settings, channelIds }: ReportFilters,
  range: Range,
  reportParams: ReportData['reportParams'] & object,
  signal: AbortSignal,
): Promise<ReportData> {
  const params = { id: report.system, chart: report.chart };
  const { interval, campaignName, viewOption } = settings;
  const common = {
    ...{ interval, start: range.startMs, end: range.endMs, campaignName },
    ...(viewOption !== null && { viewOption }),
  };
  if (channelIds.length > reportLimits.channelsInAddress) {
    const body = { ...common, channelIds: [...channelIds], reportParams };
    return api(routes.reports.post, { params, body, signal });
  }
  const query = {
    ...common,
    channelIds: channelIds.join(','),
    reportParams: JSON.stringify(reportParams),
  };
  return api(routes.reports.read, { params, query, signal });
}

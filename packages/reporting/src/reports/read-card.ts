/** Reads the instances of a shared card as its company, without data that the card does not show. */
import type {
  ReportData,
  ReportDefinition,
  SharedCard,
  SharedCardQuery,
  SharedInstance,
} from '@interlude/contract';
import type { ReportQuery } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import { isoTime } from '../calendar/civil-days.ts';
import { periodsOf } from '../periods/periods.ts';
import { rangesOf } from '../periods/report-ranges.ts';

/** The reports of a company. */
export interface CardReports {
  /** @throws {DomainError} SYSTEM_NOT_FOUND */
  list(tenantId: string, systemId: string): Promise<ReportDefinition[]>;
  /** @throws {DomainError} SYSTEM_NOT_FOUND, REPORT_NOT_FOUND, REPORTS_TOO_MANY, REPORTS_BUSY */
  read(
    tenantId: string,
    of: { readonly systemId: string; readonly chart: string },
    query: ReportQuery,
  ): Promise<ReportData>;
}

export type ReadCard = Pick<SharedCard, 'title' | 'viewOption' | 'readAt' | 'instances'>;

/** Without the names of campaigns, ids and sheets, which only the company may see. */
function bare(data: ReportData): ReportData {
  return {
    ...data,
    series: data.series.map(({ name, data: cells }) => ({ name, data: cells })),
    campaigns: [],
    excelData: { sheets: [] },
    reportParams: null,
  };
}

/**
 * One instance after another, as a card reads them. An instance that fails is in the answer with its code.
 * @throws {DomainError} SYSTEM_NOT_FOUND, REPORT_NOT_FOUND, REPORTS_TOO_MANY, REPORTS_BUSY
 */
export async function readCard(
  reports: CardReports,
  tenantId: string,
  query: SharedCardQuery,
  nowMs: number,
): Promise<ReadCard> {
  const { system: systemId, chart, interval, campaignName, channelIds, timing, zone } = query;
  const definitions = await reports.list(tenantId, systemId);
  const definition = definitions.find(({ reportName }) => reportName === chart);
  if (!definition) throw domainError('REPORT_NOT_FOUND', { chart });
  const ranges = rangesOf(definition, timing, periodsOf(query.timePeriods, zone), { nowMs, zone });
  const instances: SharedInstance[] = [];
  let reportParams: ReportQuery['reportParams'] = { instance: 0, keys: [] };
  for (const [index, range] of ranges.entries()) {
    const filters = { interval, start: range.startMs, end: range.endMs, channelIds, campaignName };
    const data = await reports.read(tenantId, { systemId, chart }, { ...filters, reportParams });
    instances.push({ range, data: bare(data) });
    reportParams = data.reportParams ?? { instance: index + 1, keys: [] };
  }
  return {
    ...{ title: definition.title, viewOption: query.viewOption, instances },
    readAt: isoTime(nowMs),
  };
}

/** Reports of a system: which there are, and one instance of one of them. */
import {
  type BreakFacts,
  type ReportData,
  type ReportDefinition,
  type ReportSettings,
  reportData,
} from '@interlude/contract';
import type { ReportQuery } from '@interlude/contract/api';
import {
  DomainError,
  domainError,
  type ErrorCode,
  type ErrorDetails,
  errorMessage,
} from '@interlude/contract/errors';
import {
  type ReportSettingsStore,
  type ReportStore,
  ReportTooSlow,
  type StoredReportSettings,
  type SystemStore,
} from '@interlude/persistence';
import {
  answerFrame,
  type BreakListQuery,
  edgesOf,
  isPeriod,
  periodDays,
  type Report,
  runReport,
  shippedReports,
} from '@interlude/reporting';
import type { ControlPlaneEvents } from '../../events.ts';
import { ReadTurns, strangerTurnLimits } from './read-turns.ts';

export interface ReportServiceOptions {
  readonly reports: ReportStore;
  readonly settings: ReportSettingsStore;
  readonly systems: Pick<SystemStore, 'find'>;
  readonly events: ControlPlaneEvents;
  readonly now: () => number;
  /** GEO_ATTRIBUTION. */
  readonly attribution: string;
}

export interface ReportAddress {
  readonly systemId: string;
  readonly chart: string;
}

/** Epoch ms. */
export type BreakQuery = Omit<BreakListQuery, 'startMs' | 'endMs'> & {
  readonly start: number;
  readonly end: number;
};

export interface ReportService {
  /** @throws {DomainError} SYSTEM_NOT_FOUND */
  list(tenantId: string, systemId: string): Promise<ReportDefinition[]>;
  /**
   * Reads one instance. A failure of its figures is part of the result, so that the other cards of the page are shown.
   * @throws {DomainError} SYSTEM_NOT_FOUND, REPORT_NOT_FOUND, REPORTS_TOO_MANY, REPORTS_BUSY
   */
  read(tenantId: string, of: ReportAddress, query: ReportQuery): Promise<ReportData>;
  /**
   * The same for strangers with the link of a card: one at a time of a company, among its own readings.
   * @throws {DomainError} SYSTEM_NOT_FOUND, REPORT_NOT_FOUND, REPORTS_TOO_MANY, REPORTS_BUSY
   */
  readShared(tenantId: string, of: ReportAddress, query: ReportQuery): Promise<ReportData>;
  /**
   * The breaks behind a figure.
   * @throws {DomainError} REPORT_PERIOD_INVALID, REPORT_TOO_SLOW, REPORTS_TOO_MANY, REPORTS_BUSY
   */
  breaks(tenantId: string, query: BreakQuery): Promise<BreakFacts[]>;
  settings(tenantId: string): Promise<ReportSettings>;
  saveSettings(tenantId: string, settings: ReportSettings): Promise<ReportSettings>;
}

export function createReportService(options: ReportServiceOptions): ReportService {
  const { reports, settings, systems, events, now, attribution } = options;
  const turns = new ReadTurns();
  const strangers = new ReadTurns(strangerTurnLimits);

  /** This installation counts its own stitchers: a cluster elsewhere and a CDN have reports of their own. */
  async function reportsOf(tenantId: string, systemId: string): Promise<readonly Report[]> {
    const system = await systems.find(tenantId, systemId);
    if (!system) throw domainError('SYSTEM_NOT_FOUND');
    const isHere = system.type === 'ssai-cluster' && !system.settings['baseUrl'];
    return isHere ? shippedReports : [];
  }

  function failed(
    report: Report,
    query: ReportQuery,
    stored: StoredReportSettings,
    reason: { readonly code: ErrorCode; readonly details?: ErrorDetails },
  ): ReportData {
    const { code, details } = reason;
    return reportData.parse({
      ...answerFrame(report, query, { settings: stored, newestMs: undefined }),
      code,
      message: errorMessage(code, details),
    });
  }

  async function run(
    tenantId: string,
    report: Report,
    query: ReportQuery,
    stored: StoredReportSettings,
  ): Promise<ReportData> {
    const edges = edgesOf(query, stored);
    if ('code' in edges) return failed(report, query, stored, edges);
    try {
      return await turns.take(tenantId, () =>
        reports.read(tenantId, stored, ({ figures, newestMs }) =>
          runReport(report, query, edges, {
            ...{ figures, newestMs, attribution },
            settings: stored,
            nowMs: now(),
          }),
        ),
      );
    } catch (error) {
      if (error instanceof DomainError) throw error;
      if (error instanceof ReportTooSlow) {
        return failed(report, query, stored, { code: 'REPORT_TOO_SLOW' });
      }
      events.reportFailed(report.definition.reportName, tenantId, error);
      return failed(report, query, stored, { code: 'REPORT_FAILED' });
    }
  }

  const read: ReportService['read'] = async (tenantId, { systemId, chart }, query) => {
    const found = await reportsOf(tenantId, systemId);
    const report = found.find(({ definition }) => definition.reportName === chart);
    if (!report) throw domainError('REPORT_NOT_FOUND', { chart });
    return run(tenantId, report, query, await settings.read(tenantId));
  };

  return {
    list: async (tenantId, systemId) =>
      (await reportsOf(tenantId, systemId)).map(({ definition }) => definition),
    read,
    readShared: (tenantId, of, query) => strangers.take(tenantId, () => read(tenantId, of, query)),
    breaks: async (tenantId, { start: startMs, end: endMs, ...query }) => {
      if (!isPeriod(startMs, endMs))
        throw domainError('REPORT_PERIOD_INVALID', { days: periodDays });
      try {
        return await turns.take(tenantId, () =>
          reports.breaks(tenantId, { ...query, startMs, endMs }),
        );
      } catch (error) {
        throw error instanceof ReportTooSlow ? domainError('REPORT_TOO_SLOW', {}, error) : error;
      }
    },
    settings: (tenantId) => settings.read(tenantId),
    saveSettings: (tenantId, given) => settings.save(tenantId, given),
  };
}

/** The cards of a mail, read as the company's console reads them, one after another. */
import { type ReportData, type ReportMailCard, reportData } from '@interlude/contract';
import type { ReportQuery } from '@interlude/contract/api';
import { DomainError, domainError, type ErrorCode, errorMessage } from '@interlude/contract/errors';
import {
  type ReportMailWork,
  type ReportSettingsStore,
  type ReportStore,
  ReportTooSlow,
  type StoredReportSettings,
  type SystemStore,
} from '@interlude/persistence';
import {
  answerFrame,
  type CardReports,
  edgesOf,
  type Range,
  type Report,
  readCard,
  runReport,
  shippedReports,
} from '@interlude/reporting';

export interface CardReaderParts {
  readonly reports: Pick<ReportStore, 'read'>;
  readonly settings: Pick<ReportSettingsStore, 'read'>;
  readonly systems: Pick<SystemStore, 'find'>;
  readonly now: () => number;
  /** GEO_ATTRIBUTION. */
  readonly attribution: string;
  readonly failed: (error: unknown) => void;
}

export interface ReadMailCard {
  readonly card: ReportMailCard;
  readonly title: string;
  readonly range: Range | undefined;
  readonly comparedRange: Range | undefined;
  readonly main: ReportData | undefined;
  readonly compared: ReportData | undefined;
  /** A sentence; undefined: it was read. */
  readonly problem: string | undefined;
}

async function readInstance(
  { reports, now, attribution, failed }: CardReaderParts,
  tenantId: string,
  report: Report,
  query: ReportQuery,
  stored: StoredReportSettings,
): Promise<ReportData> {
  const refused = (code: ErrorCode, details?: Readonly<Record<string, number>>) =>
    reportData.parse({
      ...answerFrame(report, query, { settings: stored, newestMs: undefined }),
      ...{ code, message: errorMessage(code, details) },
    });
  const edges = edgesOf(query, stored);
  if ('code' in edges) return refused(edges.code, edges.details);
  try {
    return await reports.read(tenantId, stored, ({ figures, newestMs }) =>
      runReport(report, query, edges, {
        ...{ figures, newestMs, attribution },
        ...{ settings: stored, nowMs: now() },
      }),
    );
  } catch (error) {
    if (error instanceof ReportTooSlow) return refused('REPORT_TOO_SLOW');
    failed(error);
    return refused('REPORT_FAILED');
  }
}

/** The reports of a company: those of its own stitchers, as in the console. */
function reportsOf(parts: CardReaderParts): CardReports {
  const find = async (tenantId: string, systemId: string): Promise<readonly Report[]> => {
    const system = await parts.systems.find(tenantId, systemId);
    if (!system) throw domainError('SYSTEM_NOT_FOUND');
    const isHere = system.type === 'ssai-cluster' && !system.settings['baseUrl'];
    return isHere ? shippedReports : [];
  };
  return {
    list: async (tenantId, systemId) =>
      (await find(tenantId, systemId)).map(({ definition }) => definition),
    read: async (tenantId, { systemId, chart }, query) => {
      const found = await find(tenantId, systemId);
      const report = found.find(({ definition }) => definition.reportName === chart);
      if (!report) throw domainError('REPORT_NOT_FOUND', { chart });
      return readInstance(parts, tenantId, report, query, await parts.settings.read(tenantId));
    },
  };
}

/**
 * The compared period is read for the order of the cards, too, where the mail does not show it.
 * @throws the errors of the database: the mail is made again then
 */
export async function readCards(
  parts: CardReaderParts,
  work: ReportMailWork,
): Promise<ReadMailCard[]> {
  const reports = reportsOf(parts);
  const read: ReadMailCard[] = [];
  for (const card of work.cards) {
    const query = {
      ...{ ...card, channelIds: [...work.channelIds], zone: work.timeZone },
      timePeriods: [{ type: work.period }, { type: 'Previous period', compareWith: true }],
    };
    try {
      const { title, instances } = await readCard(reports, work.tenantId, query, parts.now());
      const [main, compared] = instances;
      const { code, message } = main?.data ?? {};
      read.push({
        ...{ card, title, range: main?.range, comparedRange: compared?.range },
        ...{ main: main?.data, compared: compared?.data },
        problem: code === undefined ? undefined : (message ?? code),
      });
    } catch (error) {
      // A card whose report or system no longer exists; the others are sent.
      if (!(error instanceof DomainError)) throw error;
      read.push({
        ...{ card, title: card.chart, range: undefined, comparedRange: undefined },
        ...{ main: undefined, compared: undefined, problem: error.message },
      });
    }
  }
  return read;
}

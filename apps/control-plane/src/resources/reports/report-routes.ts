import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { ReportService } from './report-service.ts';

export function reportRoutes(reports: ReportService): Handlers<(typeof contract)['reports']> {
  return {
    list: ({ caller, params }) => reports.list(caller.tenantId, params.id),
    read: ({ caller, params, query }) =>
      reports.read(caller.tenantId, { systemId: params.id, chart: params.chart }, query),
    post: ({ caller, params, body }) =>
      reports.read(caller.tenantId, { systemId: params.id, chart: params.chart }, body),
    breaks: ({ caller, query }) => reports.breaks(caller.tenantId, query),
    settings: ({ caller }) => reports.settings(caller.tenantId),
    saveSettings: ({ caller, body }) => reports.saveSettings(caller.tenantId, body),
  };
}

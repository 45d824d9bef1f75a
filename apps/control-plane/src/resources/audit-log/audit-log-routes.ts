import type { contract } from '@interlude/contract/api';
import type { AuditLogStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';
import { createAuditLogService } from './audit-log-service.ts';
import { sendExport } from './send-export.ts';

export function auditLogRoutes(store: AuditLogStore): Handlers<(typeof contract)['auditLog']> {
  const log = createAuditLogService(store);
  return {
    list: ({ caller, query }) => store.list(caller.tenantId, query),
    export: ({ caller, query, reply }) => sendExport(store, caller, query, reply),
    annotations: ({ caller, query }) => log.annotations(caller, query),
    read: ({ caller, params }) => log.read(caller, params.id),
  };
}

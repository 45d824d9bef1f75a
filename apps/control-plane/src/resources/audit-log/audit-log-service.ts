/** Reading the audit log of the caller's company. */
import type { AuditAnnotation, AuditEntryDetail } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { AuditLogStore } from '@interlude/persistence';
import type { Caller } from '../../http/call.ts';

export interface AuditLogService {
  /** @throws {DomainError} AUDIT_ENTRY_NOT_FOUND */
  read(caller: Caller, id: string): Promise<AuditEntryDetail>;
  annotations(
    caller: Caller,
    period: { readonly from: string; readonly to: string; readonly channelId?: string | undefined },
  ): Promise<AuditAnnotation[]>;
}

export function createAuditLogService(store: AuditLogStore): AuditLogService {
  return {
    read: async ({ tenantId }, id) => {
      const entry = await store.find(tenantId, id);
      if (entry === undefined) throw domainError('AUDIT_ENTRY_NOT_FOUND');
      return entry;
    },
    annotations: ({ tenantId }, { from, to, channelId }) =>
      store.annotations(tenantId, {
        ...{ fromMs: Date.parse(from), toMs: Date.parse(to) },
        channelIds: channelId === undefined ? [] : [channelId],
      }),
  };
}

/** Reads the audit log, and saves it as a file. */
import { type AuditEntry, selectedTenantHeader } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, authorisedFetch, currentTenant } from '../../api/api.ts';
import { apiBaseUrl } from '../../api/api-base.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { toast } from '../../components/toast/toast.ts';
import { type AuditFilter, auditQueryOf } from './audit-filter.ts';

const refreshMs = 30_000;

export function useAuditLog(state: ListState, filter: AuditFilter) {
  return useResourceList<AuditEntry>({
    resource: 'audit-log',
    state: { ...state, ...filter },
    load: (query, signal) =>
      api(routes.auditLog.list, {
        query: { ...query, ...auditQueryOf(filter, Date.now()) },
        signal,
      }),
    refreshMs,
  });
}

export function useAuditEntry(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'audit-log', 'item', id],
    queryFn: ({ signal }) => api(routes.auditLog.read, { params: { id }, signal }),
    // An entry never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Chromium reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function useExportAuditLog() {
  return useMutation({
    mutationFn: async ({
      format,
      ...query
    }: AuditFilter & { q: string; format: 'csv' | 'json' }) => {
      const { q, ...filter } = query;
      const parts = { ...auditQueryOf(filter, Date.now()), ...(q !== '' && { search: q }), format };
      const address = `${routes.auditLog.export.path}?${new URLSearchParams(parts)}`;
      const call = { method: 'GET', headers: { [selectedTenantHeader]: currentTenant() } };
      const answer = await authorisedFetch(apiBaseUrl(globalThis.location) + address, call);
      const text = await answer.text();
      if (!answer.ok) throw new ApiError(answer.status, answer.statusText, text);
      saveFile(`audit-log.${format}`, new Blob([text]));
    },
    onError: (error) => toast.error(errorText(error)),
  });
}

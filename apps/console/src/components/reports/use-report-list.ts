/** The reports of all systems, each with the system that offers it. */
import type { SystemSummary } from '@interlude/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { type ResolvedReport, resolvedReport } from './card-settings.ts';

/** Definitions change with a release only. */
const staleMs = 300_000;

function useSystemList() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'systems', 'summary'],
    queryFn: ({ signal }) => api(routes.systems.listSummary, { signal }),
    staleTime: staleMs,
  });
}

export interface ReportList {
  /** Empty until they are known. */
  readonly systems: readonly SystemSummary[];
  /** Reports of the systems that have answered. */
  readonly reports: readonly ResolvedReport[];
  readonly isLoading: boolean;
  /** Error of the list of systems, else of the first system that did not answer. */
  readonly error: unknown;
  readonly retry: () => void;
}

export function useReportList(): ReportList {
  const { tenant } = useSession();
  const systems = useSystemList();
  const lists = useQueries({
    queries: (systems.data ?? []).map(({ id }) => ({
      queryKey: [tenant, 'systems', id, 'reports'],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const definitions = await api(routes.reports.list, { params: { id }, signal });
        return definitions.map((definition) => resolvedReport(id, definition));
      },
      staleTime: staleMs,
    })),
  });
  const failed = lists.find(({ isError }) => isError);
  return {
    systems: systems.data ?? [],
    reports: lists.flatMap(({ data }) => data ?? []),
    isLoading: systems.isPending || lists.some(({ isPending }) => isPending),
    error: systems.error ?? failed?.error,
    retry: () => {
      void systems.refetch();
      for (const list of lists) if (list.isError) void list.refetch();
    },
  };
}

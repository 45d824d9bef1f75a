/** The two polls of the shell (NAV-028); only for operators (NAV-027). */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { mayOpen, screens } from '../../screens.ts';
import { useSession } from '../session.ts';

/** Milliseconds between two polls. */
export const jobsPollMs = 10_000;
/** Rows of failed jobs per request; the count comes from the header of the response (OP-76). */
export const failedJobsLimit = 10;

export function useJobCount(status: 'failed' | 'running'): number | undefined {
  const { tenant, user } = useSession();
  const { data } = useQuery({
    queryKey: [tenant, 'jobs', 'count', status],
    queryFn: async ({ signal }) => {
      const jobs = await api(routes.jobs.list, { query: countQuery(status), signal });
      return jobs.totalCount;
    },
    enabled: mayOpen(user.role, screens.jobs),
    refetchInterval: jobsPollMs,
  });
  return data;
}

/** Archived jobs do not count. */
function countQuery(status: 'failed' | 'running') {
  return status === 'failed'
    ? ({ status, limit: failedJobsLimit, archived: 'false' } as const)
    : { status };
}

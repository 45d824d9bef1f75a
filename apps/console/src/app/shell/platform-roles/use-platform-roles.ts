/** The roles of the platform, polled as jobs are, and by operators alone (NAV-027). */
import type { PlatformRole } from '@interlude/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { mayOpen, screens } from '../../../screens.ts';
import { useSession } from '../../session.ts';
import { jobsPollMs } from '../use-jobs.ts';

interface KnownRoles {
  readonly roles: readonly PlatformRole[];
  /** Epoch milliseconds of the last poll. */
  readonly nowMs: number;
}

export function usePlatformRoles(): KnownRoles {
  const { tenant, user } = useSession();
  // `dataUpdatedAt` is read so that each poll renders, even when nothing but the time has changed.
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [tenant, 'platform-roles'],
    queryFn: ({ signal }) => api(routes.platformRoles.list, { signal }),
    enabled: mayOpen(user.role, screens.jobs),
    refetchInterval: jobsPollMs,
  });
  return { roles: data?.roles ?? [], nowMs: dataUpdatedAt };
}

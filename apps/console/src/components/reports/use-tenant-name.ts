/** The name of the selected company: exports carry it. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';

export function useTenantName(): string {
  const { tenant, user } = useSession();
  const { data } = useQuery({
    queryKey: ['tenants', user.id],
    queryFn: ({ signal }) =>
      api(routes.tenants.list, { query: { limit: -1, sort: 'name' }, signal }),
    staleTime: 60_000,
  });
  return data?.find(({ id }) => id === tenant)?.name ?? tenant;
}

/** Slates that can be chosen (SLATE-003, SLATE-004). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';

/** All of them. */
const query = { type: 'ad-slate', limit: -1 } as const;

export function useSlates() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'titles', 'list', query],
    queryFn: ({ signal }) => api(routes.titles.list, { query, signal }),
  });
}

export function useReadSlatesAgain(): () => void {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [tenant, 'titles', 'list'] });
}

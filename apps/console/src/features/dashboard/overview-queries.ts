/** The queries of the overview. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';

/** Figures are updated once per minute. */
const refreshMs = 60_000;
/** Listed channels; a link leads to the others. */
export const listedChannels = 10;

export function useEnabledChannels() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'channels', 'enabled'],
    queryFn: async ({ signal }) => {
      const query = { status: 'enabled', sort: 'name', limit: listedChannels };
      const rows = await api(routes.channels.list, { query, signal });
      return { rows, total: rows.totalCount };
    },
    refetchInterval: refreshMs,
  });
}

/** The queries of the strip above the reports: what is on air and watched now. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';

/** Milliseconds between two readings of the channels, which seldom change. */
const refreshMs = 30_000;
/** Listed channels; a link leads to the others. */
export const listedChannels = 10;

/** Milliseconds between two readings beside an open stream: a viewer who leaves causes no event. */
export const quietMs = 30_000;
/** Milliseconds between two readings without a stream, so that a change is seen within ten seconds. */
export const liveMs = 8_000;

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

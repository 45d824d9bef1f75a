/** The queries of the strip above the reports: what is on air and watched now. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';

/** The list of channels changes seldom. */
const refreshMs = 30_000;
/** Listed channels; a link leads to the others. */
export const listedChannels = 10;

/** Beside an open stream: viewers who leave are no event, so nothing says that there are none left. */
export const quietMs = 30_000;
/** Without a stream figures of now are read again after this time, so that a change is seen within ten seconds. */
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

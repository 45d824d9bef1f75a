/** Today's figures of all channels, for the channel list and the dashboard. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { routes } from '../api/contract-routes.ts';
import { useSession } from '../app/session.ts';

/** Figures are updated once per minute. */
const refreshMs = 60_000;

export function useChannelSummary() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'channels', 'summary'],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      return api(routes.channels.summary, { query: { timeZone }, signal });
    },
    refetchInterval: refreshMs,
  });
}

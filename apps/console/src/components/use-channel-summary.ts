/** Today's figures of all channels, as the line above the channel list and the dashboard show them. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { routes } from '../api/contract-routes.ts';
import { useSession } from '../app/session.ts';

/** The figures are those of whole minutes. */
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

/** Today's figures of all channels, for the channel list and the dashboard. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { routes } from '../api/contract-routes.ts';
import { useSession } from '../app/session.ts';
import { readerLocale } from '../texts/reader-locale.ts';

/** Figures are counted once per minute. */
const minuteMs = 60_000;

/** @param refreshMs milliseconds between two readings; a hidden tab reads none */
export function useChannelSummary(refreshMs = minuteMs) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'channels', 'summary'],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat(readerLocale()).resolvedOptions();
      return api(routes.channels.summary, { query: { timeZone }, signal });
    },
    refetchInterval: refreshMs,
  });
}

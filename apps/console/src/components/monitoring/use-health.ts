/** The health of the live channels of a list. */
import type { Channel, ChannelHealth } from '@interlude/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { isMonitored } from './monitored.ts';

/** Milliseconds between two readings. */
export const healthRefreshMs = 15_000;

/** Health by channel id. Empty while it is not known: the list does not wait for it. */
export function useHealthOf(
  channels: readonly Pick<Channel, 'id' | 'type' | 'state'>[],
): ReadonlyMap<string, ChannelHealth> {
  const { tenant } = useSession();
  const ids = channels.filter(isMonitored).map(({ id }) => id);
  const { data } = useQuery({
    queryKey: [tenant, 'monitoring', 'health', ids],
    queryFn: ({ signal }) =>
      api(routes.monitoring.health, { query: { channels: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    refetchInterval: healthRefreshMs,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.map((health) => [health.channelId, health]));
}

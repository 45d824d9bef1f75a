/** Queries of the page of breaks. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';

/** Milliseconds between two readings of the newest breaks. */
const refreshMs = 15_000;

export function useBreakRecords(channelId: string, isLostOnly: boolean) {
  const { tenant } = useSession();
  return useInfiniteQuery({
    queryKey: [tenant, 'break-records', channelId, 'list', isLostOnly],
    queryFn: ({ pageParam, signal }) =>
      api(routes.breakRecords.list, {
        params: { id: channelId },
        query: {
          ...(isLostOnly && { lost: 'true' }),
          ...(pageParam !== '' && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: refreshMs,
  });
}

export function useBreakRecord(channelId: string, breakId: string, session: string | undefined) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'break-records', channelId, 'item', breakId, session ?? ''],
    queryFn: ({ signal }) =>
      api(routes.breakRecords.read, {
        params: { id: channelId, breakId },
        query: { ...(session !== undefined && { session }) },
        signal,
      }),
  });
}

/** Splices of a channel, and their pictures. */
import {
  type MonitoringSplice,
  type SpliceSideName,
  selectedTenantHeader,
} from '@interlude/contract';
import { ApiError, routeUrl } from '@interlude/contract/api';
import { useQueries, useQuery } from '@tanstack/react-query';
import { api, authorisedFetch, currentTenant } from '../../../api/api.ts';
import { apiBaseUrl } from '../../../api/api-base.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { followMs, monitoringKey } from '../monitoring-queries.ts';
import { paddingSeconds, windowSeconds } from '../timeline/geometry.ts';

/** Milliseconds between two readings: half as often as the timeline, for splices come less often than segments. */
const refreshMs = 2 * followMs;
const windowMs = (windowSeconds + 6 * paddingSeconds) * 1_000;

export function useSplices(channelId: string, { isFollowing }: { readonly isFollowing: boolean }) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...monitoringKey(tenant, channelId), 'splices'],
    queryFn: ({ signal }) =>
      api(routes.monitoring.splices, {
        query: { channel: channelId, from: Date.now() - windowMs, limit: 500 },
        signal,
      }),
    refetchInterval: isFollowing && refreshMs,
  });
}

export function useBreakSplices(channelId: string, breakId: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...monitoringKey(tenant, channelId), 'splices', 'break', breakId],
    queryFn: ({ signal }) =>
      api(routes.monitoring.splices, { query: { channel: channelId, break: breakId }, signal }),
  });
}

/** A picture of a splice, as shapes and query keys name it. */
export interface PictureName {
  readonly id: string;
  readonly side: SpliceSideName;
}

/** Reads a picture with the token of the other calls, which an <img> cannot send. @throws {ApiError} */
async function readPicture(
  channelId: string,
  { id, side }: PictureName,
  signal: AbortSignal,
): Promise<Blob> {
  const { method, path } = routes.monitoring.thumbnail;
  const url =
    apiBaseUrl(globalThis.location) + routeUrl(path, { channelId, spliceId: id, side }, {});
  const headers = { accept: 'image/jpeg', [selectedTenantHeader]: currentTenant() };
  const answer = await authorisedFetch(url, { method, headers, signal });
  if (!answer.ok || !(answer instanceof Response))
    throw new ApiError(answer.status, answer.statusText, await answer.text());
  return answer.blob();
}

/** Milliseconds for which a picture stays in the cache after it was last shown. */
const keptMs = 5 * 60_000;

const dataOf = (answers: readonly { readonly data: Blob | undefined }[]) =>
  answers.map(({ data }) => data);

/** Loaded pictures in the order of their names; undefined until loaded. A picture never changes, so it is read once. */
export function usePictures(
  channelId: string,
  names: readonly PictureName[],
): readonly (Blob | undefined)[] {
  const { tenant } = useSession();
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [tenant, 'monitoring', 'thumbnail', channelId, name.id, name.side],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPicture(channelId, name, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: keptMs,
      retry: false,
    })),
    combine: dataOf,
  });
}

/** The pictures that a splice has. */
export const picturesOf = ({ id, before, after }: MonitoringSplice): PictureName[] => [
  ...(before.hasThumbnail ? [{ id, side: 'before' } as const] : []),
  ...(after.hasThumbnail ? [{ id, side: 'after' } as const] : []),
];

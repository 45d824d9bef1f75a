/** Queries of the monitoring screens: timeline, messages, findings, health, manifests. */
import type { MonitoringManifest } from '@interlude/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { healthRefreshMs } from './use-health.ts';

/** Milliseconds between two readings while the timeline follows live. */
export const followMs = 4_000;

interface Followed {
  /** False: read once, and on Refresh. */
  readonly isFollowing: boolean;
}

/** Prefix of all query keys of a channel's monitoring; the button Refresh invalidates it. */
export const monitoringKey = (tenant: string, channelId: string) =>
  [tenant, 'monitoring', 'channel', channelId] as const;

export function useTimeline(channelId: string, playlist: number, { isFollowing }: Followed) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...monitoringKey(tenant, channelId), 'timeline', playlist],
    queryFn: ({ signal }) =>
      api(routes.monitoring.timeline, { query: { channel: channelId, playlist }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isFollowing && followMs,
  });
}

export function useMessages(channelId: string, { isFollowing }: Followed) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...monitoringKey(tenant, channelId), 'messages'],
    queryFn: ({ signal }) =>
      api(routes.monitoring.messages, { query: { channel: channelId }, signal }),
    refetchInterval: isFollowing && followMs,
  });
}

export function useFindings(channelId: string, { isFollowing }: Followed) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...monitoringKey(tenant, channelId), 'findings'],
    queryFn: ({ signal }) =>
      api(routes.monitoring.findings, { query: { channel: channelId }, signal }),
    refetchInterval: isFollowing && followMs,
  });
}

export function useChannelHealth(channelId: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...monitoringKey(tenant, channelId), 'health'],
    queryFn: ({ signal }) =>
      api(routes.monitoring.channelHealth, { params: { channelId }, signal }),
    refetchInterval: healthRefreshMs,
  });
}

/** Reads everything of a channel again (CHL-012). */
export function useRefreshMonitoring(channelId: string): () => Promise<void> {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: monitoringKey(tenant, channelId) });
}

/** Reads a manifest once: it never changes under its key. */
export function useManifest(channelId: string, manifestKey: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'monitoring', 'manifest', channelId, manifestKey],
    queryFn: ({ signal }): Promise<MonitoringManifest> =>
      api(routes.monitoring.manifest, { params: { channelId, manifestKey }, signal }),
    enabled: manifestKey !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

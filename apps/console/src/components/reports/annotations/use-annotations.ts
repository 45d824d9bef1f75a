/** The marks of a period: cards with the same period share one request. */
import { type Annotation, type AnnotationKind, reportLimits } from '@interlude/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';

/** Milliseconds after which the marks of a period are no longer fresh. */
const refreshMs = 60_000;

export interface AnnotationFilters {
  /** Epoch ms; the end is excluded. */
  readonly startMs: number;
  readonly endMs: number;
  readonly kinds: readonly AnnotationKind[];
  /** None = all. */
  readonly channelIds: readonly string[];
}

export const annotationsKey = (tenant: string) => [tenant, 'annotations'] as const;

/** @param filters undefined = no request */
export function useAnnotations(filters: AnnotationFilters | undefined) {
  const { tenant } = useSession();
  const { kinds = [], channelIds = [], startMs = 0, endMs = 0 } = filters ?? {};
  // A longer list does not fit into an address: all marks are requested, and those of other channels left out below.
  const asked = channelIds.length > reportLimits.channelsInAddress ? [] : channelIds;
  return useQuery({
    queryKey: [...annotationsKey(tenant), startMs, endMs, kinds, asked],
    queryFn: ({ signal }) =>
      api(routes.annotations.list, {
        query: {
          from: new Date(startMs).toISOString(),
          to: new Date(endMs).toISOString(),
          kinds: kinds.join(','),
          channelIds: asked.join(','),
        },
        signal,
      }),
    enabled: filters !== undefined && kinds.length > 0,
    staleTime: refreshMs,
    refetchOnWindowFocus: false,
    select: (found: Annotation[]) =>
      asked === channelIds
        ? found
        : found.filter(
            (each) =>
              each.channelIds.length === 0 || each.channelIds.some((id) => channelIds.includes(id)),
          ),
  });
}

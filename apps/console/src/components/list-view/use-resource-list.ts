/** Loads one page of a resource for a list view; the previous page stays on screen meanwhile. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../app/session.ts';
import { type ListState, listQueryOf } from './list-search.ts';
import {
  emptyResource,
  type Identified,
  type ResourceState,
  reduceResource,
} from './resource-state.ts';

/** Items with another key than `id` (users: `user_id`) are mapped by `load`. */
export interface ResourceListOptions<Item extends Identified> {
  /** First part of the query key after the tenant, e.g. `channels`. */
  readonly resource: string;
  readonly state: ListState;
  readonly load: (
    query: ReturnType<typeof listQueryOf>,
    signal: AbortSignal,
  ) => Promise<readonly Item[] & { readonly totalCount: number }>;
  /** Milliseconds between refreshes; left out = none. */
  readonly refreshMs?: number;
}

export interface ResourceList<Item extends Identified> extends ResourceState<Item> {
  readonly total: number;
  readonly retry: () => void;
}

/** The key of a list; `[tenant, resource]` invalidates all of a resource. */
export function listKey(tenant: string, resource: string, state: ListState) {
  return [tenant, resource, 'list', state] as const;
}

export function useResourceList<Item extends Identified>(
  options: ResourceListOptions<Item>,
): ResourceList<Item> {
  const { tenant } = useSession();
  const { resource, state, load, refreshMs } = options;
  const query = useQuery({
    queryKey: listKey(tenant, resource, state),
    queryFn: async ({ signal }) => {
      const rows = await load(listQueryOf(state), signal);
      return { rows, total: rows.totalCount };
    },
    placeholderData: keepPreviousData,
    // A list that failed keeps its error: automatic retries would show it as loading each time.
    refetchInterval: ({ state: known }) =>
      known.data === undefined && known.status === 'error' ? false : (refreshMs ?? false),
  });
  const { data, error, isPending, refetch } = query;
  return useMemo(() => {
    const empty = emptyResource<Item>();
    const listed = data && reduceResource(empty, { kind: 'listed', list: data.rows });
    const shown = listed ?? (isPending ? reduceResource(empty, { kind: 'started' }) : empty);
    const known = error ? reduceResource(shown, { kind: 'failed', error }) : shown;
    return { ...known, total: data?.total ?? 0, retry: () => void refetch() };
  }, [data, error, isPending, refetch]);
}

/** Queries and changes of the channel screens. */
import type { Channel, ChannelState, ChannelUpdate } from '@interlude/contract';
import { ApiError } from '@interlude/contract/api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { withChannelState } from './channel-lists.ts';

/** Milliseconds between two refreshes of the list (CHL-003). */
export const channelRefreshMs = 60_000;

export function useChannelList(state: ListState) {
  return useResourceList<Channel>({
    resource: 'channels',
    state,
    load: (query, signal) => api(routes.channels.list, { query, signal }),
    refreshMs: channelRefreshMs,
  });
}

/** Shows the new state at once and puts the old one back when the server refuses (CHL-005 to CHL-007). */
export function useSetChannelState() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const lists = { queryKey: [tenant, 'channels', 'list'] };
  return useMutation({
    mutationFn: ({ id, state }: { id: string; state: ChannelState }) =>
      api(routes.channels.setState, { params: { id }, body: { state } }),
    onMutate: async ({ id, state }) => {
      await queries.cancelQueries(lists);
      const before = queries.getQueriesData<{ rows: readonly Channel[] }>(lists);
      queries.setQueriesData<{ rows: readonly Channel[] }>(lists, (page) =>
        withChannelState(page, id, state),
      );
      return before;
    },
    onError: (error, _input, before) => {
      for (const [key, page] of before ?? []) queries.setQueryData(key, page);
      toast.error(text('channelStateFailed', { msg: errorText(error) }));
    },
    onSettled: (_channel, _error, { id }) => {
      void queries.invalidateQueries({ queryKey: [tenant, 'channels', 'item', id] });
      return queries.invalidateQueries(lists);
    },
  });
}

/** One reset at a time in the whole list (CHL-008 to CHL-011, OP-85): use it once per page. */
export function useResetChannel() {
  return useMutation({
    mutationFn: (id: string) => api(routes.channels.reset, { params: { id } }),
    onSuccess: () => toast.success(text('channelReset')),
    onError: (error) => toast.error(text('channelResetFailed', { message: errorText(error) })),
  });
}

export function useChannel(id: string | undefined) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'channels', 'item', id],
    queryFn: ({ signal }) => api(routes.channels.read, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    // A form is filled with it: it is read when the page opens, and not again while the person edits it.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** SSAI clusters that a channel may be played by, beside this installation. */
export function useClusters() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'systems', 'summaries'],
    queryFn: ({ signal }) => api(routes.systems.listSummary, { signal }),
    select: (systems) => systems.filter(({ type }) => type === 'ssai-cluster'),
  });
}

/**
 * The channel of a save that was stored although it failed: the SSAI cluster that plays the channel has not taken the
 * change over, and the push is retried until it has (CHE-044 to CHE-046).
 */
export function keptChannel(error: unknown): Channel | undefined {
  if (!(error instanceof ApiError) || error.status > 399) return;
  const { code, errorCode, message, ...kept } = error.error;
  return isChannel(kept) ? kept : undefined;
}

/** The answer is the server's own: required fields distinguish a channel from other answers. */
function isChannel(body: object): body is Channel {
  return ['id', 'state', 'outputUri', 'updatedAt', 'sourceManifestUrl'].every((name) =>
    Object.hasOwn(body, name),
  );
}

/** An item with an id is updated, one without is created (LIST-016). */
export function saveChannel(channel: ChannelUpdate & { readonly id?: string | undefined }) {
  const { id, ...body } = channel;
  return id === undefined
    ? api(routes.channels.create, { body })
    : api(routes.channels.update, { params: { id }, body });
}

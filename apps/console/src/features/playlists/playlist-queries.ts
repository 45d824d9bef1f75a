/** The queries and changes of the playlist screens. */

import {
  type Playlist,
  type PlaylistInput,
  playlistStatuses,
  playlistTypes,
} from '@interlude/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useRemoveItem } from '../../components/resource-table/use-remove-item.ts';
import { useStoredItem } from '../../components/stored-item/use-stored-item.ts';

export function usePlaylistList(state: ListState) {
  return useResourceList<Playlist>({
    resource: 'playlists',
    state,
    load: (query, signal) => api(routes.playlists.list, { query, signal }),
  });
}

export function usePlaylist(id: string) {
  return useStoredItem('playlists', id, (call) => api(routes.playlists.read, call));
}

/** Milliseconds. The stitcher reads the items at the first request of a viewer, so the page polls. */
const PROGRAMME_EVERY_MS = 10_000;

/** The items that a linear playlist has skipped since its last save. */
export function usePlaylistProgramme({ id, updatedAt, type }: Playlist) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'playlists', 'programme', id, updatedAt],
    queryFn: ({ signal }) => api(routes.playlists.programme, { params: { id }, signal }),
    enabled: type === 'vod2live',
    refetchInterval: PROGRAMME_EVERY_MS,
  });
}

/** The values of a property's `enum` in a JSON schema; undefined when it lists none of the known ones. */
function choicesIn<Value extends string>(
  schema: Record<string, unknown> | undefined,
  property: string,
  known: readonly Value[],
): readonly Value[] | undefined {
  const properties = schema?.['properties'];
  if (typeof properties !== 'object' || properties === null) return;
  const described: unknown = Object.entries(properties).find(([name]) => name === property)?.[1];
  if (typeof described !== 'object' || described === null || !('enum' in described)) return;
  const values: unknown = described.enum;
  const found = known.filter((value) => Array.isArray(values) && values.includes(value));
  return found.length > 0 ? found : undefined;
}

/** The choices of type and status, from the server's schema (PLY-009, PLY-010). */
export function usePlaylistChoices() {
  const { tenant } = useSession();
  const { data } = useQuery({
    queryKey: [tenant, 'playlists', 'schema'],
    queryFn: ({ signal }) => api(routes.playlists.schema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    types: choicesIn(data, 'type', playlistTypes) ?? playlistTypes,
    statuses: choicesIn(data, 'status', playlistStatuses) ?? playlistStatuses,
  };
}

/** An item with an id is updated, one without is created (LIST-016). */
export function savePlaylist(
  playlist: PlaylistInput & { id?: string | undefined; updatedAt?: string | undefined },
): Promise<Playlist> {
  const { id, updatedAt, ...body } = playlist;
  return id === undefined
    ? api(routes.playlists.create, { body })
    : api(routes.playlists.update, {
        params: { id },
        body: { ...body, ...(updatedAt !== undefined && { updatedAt }) },
      });
}

export function useRemovePlaylist(onRemoved?: () => void) {
  return useRemoveItem({
    resource: 'playlists',
    remove: (id) => api(routes.playlists.remove, { params: { id } }),
    ...(onRemoved && { onRemoved }),
  });
}

/** What the playlist screens read and change. */
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

export function usePlaylistList(state: ListState) {
  return useResourceList<Playlist>({
    resource: 'playlists',
    state,
    load: (query, signal) => api(routes.playlists.list, { query, signal }),
  });
}

export function usePlaylist(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'playlists', 'item', id],
    queryFn: ({ signal }) => api(routes.playlists.read, { params: { id }, signal }),
    // A form is being filled with it: it is read on opening, never behind the user's back.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A viewer has to ask before the stitcher reads the items: looked at again while the page is open. */
const PROGRAMME_EVERY_MS = 10_000;

/** What a linear playlist leaves out since its last save. */
export function usePlaylistProgramme({ id, updatedAt, type }: Playlist) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'playlists', 'programme', id, updatedAt],
    queryFn: ({ signal }) => api(routes.playlists.programme, { params: { id }, signal }),
    enabled: type === 'vod2live',
    refetchInterval: PROGRAMME_EVERY_MS,
  });
}

/** The choices of a property as a JSON schema has them; undefined when it has none of the known ones. */
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

/** Choices of type and status, of the server's schema (PLY-009, PLY-010). */
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

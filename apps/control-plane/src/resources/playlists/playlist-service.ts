/** Stored playlists, with the URLs at which the stitcher serves them. */
import {
  keptLeftOut,
  type LinearProtocolName,
  type ListQuery,
  leftOutKey,
  linearProtocols,
  type Page,
  type Playlist,
  type PlaylistProgramme,
  type PlaylistSettings,
  playlistInput,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { PlaylistSnapshotStore, PlaylistStore, StoredPlaylist } from '@interlude/persistence';
import type { TenantEgresses } from '@interlude/runtime';
import { jsonSchema } from '../../openapi/openapi-document.ts';

export interface PlaylistServiceOptions {
  readonly playlists: PlaylistStore;
  readonly snapshots: Pick<PlaylistSnapshotStore, 'read'>;
  readonly egress: TenantEgresses;
  readonly stitcherPublicUrl: string;
}

export interface PlaylistService {
  list(tenantId: string, query: ListQuery): Promise<Page<Playlist>>;
  schema(): Record<string, unknown>;
  read(tenantId: string, id: string): Promise<Playlist>;
  /** The items that the stitchers have skipped since it was saved. */
  programme(tenantId: string, id: string): Promise<PlaylistProgramme>;
  create(tenantId: string, settings: PlaylistSettings): Promise<Playlist>;
  update(
    tenantId: string,
    id: string,
    change: PlaylistSettings & { readonly updatedAt?: string | undefined },
  ): Promise<Playlist>;
  remove(tenantId: string, id: string): Promise<void>;
}

export function createPlaylistService(options: PlaylistServiceOptions): PlaylistService {
  const { playlists, snapshots, egress, stitcherPublicUrl } = options;

  function present({ tenantId: _, ...playlist }: StoredPlaylist): Playlist {
    return { ...playlist, outputUris: outputUris(playlist, stitcherPublicUrl) };
  }

  function found(playlist: StoredPlaylist | undefined): Playlist {
    if (!playlist) throw domainError('PLAYLIST_NOT_FOUND');
    return present(playlist);
  }

  /** Refuses plainly forbidden addresses; resolved addresses are checked at each fetch. */
  function checkAddresses(tenantId: string, { contents, fillerUrl }: PlaylistSettings): void {
    for (const url of [fillerUrl, ...contents.map((item) => item.url)]) {
      if (url !== '') egress.forTenant(tenantId).check(url);
    }
  }

  return {
    list: async (tenantId, query) => {
      const { rows, total } = await playlists.list(tenantId, query);
      return { rows: rows.map(present), total };
    },
    schema: () => jsonSchema(playlistInput, 'input'),
    read: async (tenantId, id) => found(await playlists.find(tenantId, id)),
    programme: async (tenantId, id) => {
      const playlist = await playlists.find(tenantId, id);
      if (!playlist) throw domainError('PLAYLIST_NOT_FOUND');
      const kept = await snapshots.read(playlist, linearProtocols.map(leftOutKey));
      const of = (protocol: LinearProtocolName) => {
        const { success, data } = keptLeftOut.safeParse(kept.get(leftOutKey(protocol)));
        return { isRead: success, leftOut: data?.leftOut ?? [] };
      };
      return { hls: of('hls'), dash: of('dash') };
    },
    create: async (tenantId, settings) => {
      checkAddresses(tenantId, settings);
      return present(await playlists.create(tenantId, settings));
    },
    update: async (tenantId, id, change) => {
      checkAddresses(tenantId, change);
      return found(await playlists.update(tenantId, id, change));
    },
    remove: async (tenantId, id) => {
      if (!(await playlists.remove(tenantId, id))) throw domainError('PLAYLIST_NOT_FOUND');
    },
  };
}

/** The URLs at which the stitcher serves a playlist. */
function outputUris(
  { id, type }: Pick<Playlist, 'id' | 'type'>,
  stitcherPublicUrl: string,
): Playlist['outputUris'] {
  const base = stitcherPublicUrl.replace(/\/+$/, '');
  const name = encodeURIComponent(id);
  const feed = `${base}/api/v2/playlists/${name}?format=`;
  const linear = type === 'vod2live' ? `${base}/linear/${name}` : undefined;
  return {
    mrss: `${feed}mrss`,
    json: `${feed}json`,
    hls: linear === undefined ? '' : `${linear}/master.m3u8`,
    dash: linear === undefined ? '' : `${linear}/manifest.mpd`,
  };
}

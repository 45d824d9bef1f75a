import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { PlaylistService } from './playlist-service.ts';

export function playlistRoutes(
  playlists: PlaylistService,
): Handlers<(typeof contract)['playlists']> {
  return {
    list: ({ caller, query }) => playlists.list(caller.tenantId, query),
    schema: async () => playlists.schema(),
    read: ({ caller, params }) => playlists.read(caller.tenantId, params.id),
    programme: ({ caller, params }) => playlists.programme(caller.tenantId, params.id),
    create: ({ caller, body }) => playlists.create(caller.tenantId, body),
    update: ({ caller, params, body }) => playlists.update(caller.tenantId, params.id, body),
    remove: async ({ caller, params }) => {
      await playlists.remove(caller.tenantId, params.id);
      return undefined;
    },
  };
}

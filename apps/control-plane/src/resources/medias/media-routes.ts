import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { MediaService } from './media-service.ts';

export function mediaRoutes(medias: MediaService): Handlers<(typeof contract)['medias']> {
  return {
    list: ({ caller, query }) => medias.list(caller.tenantId, query),
    schema: async () => medias.schema(),
    read: ({ caller, params }) => medias.read(caller.tenantId, params.id),
    create: ({ caller, body }) => medias.create(caller.tenantId, body),
    update: ({ caller, params, body }) => medias.update(caller.tenantId, params.id, body),
    remove: async ({ caller, params, query }) => ({
      removed: await medias.remove(caller.tenantId, params.id, query.externalResourceId),
    }),
    removeEncoding: async ({ caller, query }) => ({
      removed: await medias.removeEncoding(caller.tenantId, query.externalResourceId),
    }),
  };
}

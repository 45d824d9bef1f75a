import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { ShareLinkService } from './share-link-service.ts';

export function shareLinkRoutes(
  links: ShareLinkService,
): Handlers<(typeof contract)['shareLinks']> {
  return {
    list: ({ caller }) => links.list(caller.tenantId),
    create: ({ caller, body }) => links.create(caller, body),
    remove: async ({ caller, params }) => {
      await links.remove(caller.tenantId, params.id);
      return undefined;
    },
    open: ({ body, ip }) => links.open(body.token, ip),
  };
}

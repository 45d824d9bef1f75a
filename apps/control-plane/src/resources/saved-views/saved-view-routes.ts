import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { SavedViewService } from './saved-view-service.ts';

export function savedViewRoutes(
  views: SavedViewService,
): Handlers<(typeof contract)['savedViews']> {
  return {
    list: ({ caller }) => views.list(caller),
    create: ({ caller, body }) => views.create(caller, body),
    update: ({ caller, params, body }) => views.update(caller, params.id, body),
    remove: async ({ caller, params }) => {
      await views.remove(caller, params.id);
      return undefined;
    },
  };
}

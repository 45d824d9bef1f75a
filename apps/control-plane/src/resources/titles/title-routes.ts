import { titleInput } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { TitleStore } from '@interlude/persistence';
import type { Handler, Handlers } from '../../http/call.ts';
import { jsonSchema } from '../../openapi/openapi-document.ts';

export function titleRoutes(
  titles: TitleStore,
  uploadMedia: Handler<(typeof contract)['titles']['uploadMedia']>,
): Handlers<(typeof contract)['titles']> {
  return {
    list: ({ caller, query }) => titles.list(caller.tenantId, query),
    schema: async () => jsonSchema(titleInput, 'input'),
    read: async ({ caller, params }) => {
      const title = await titles.find(caller.tenantId, params.id);
      if (!title) throw domainError('TITLE_NOT_FOUND');
      return title;
    },
    create: ({ caller, body }) => titles.create(caller.tenantId, body, caller.userId),
    update: async ({ caller, params, body }) => {
      const change = { ...body, by: caller.userId };
      const title = await titles.update(caller.tenantId, params.id, change);
      if (!title) throw domainError('TITLE_NOT_FOUND');
      return title;
    },
    remove: async ({ caller, params }) => {
      if (!(await titles.remove(caller.tenantId, params.id))) throw domainError('TITLE_NOT_FOUND');
      return undefined;
    },
    uploadMedia,
  };
}

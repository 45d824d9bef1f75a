import { userRoles } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { ApiKeyStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';

export function apiKeyRoutes(keys: ApiKeyStore): Handlers<(typeof contract)['apiKeys']> {
  return {
    list: ({ caller }) => keys.list(caller.tenantId),
    create: ({ caller, body }) => {
      // An API key may not have a higher role than the person who creates it.
      if (userRoles.indexOf(body.role) > userRoles.indexOf(caller.role)) {
        throw domainError('ACTION_NOT_PERMITTED');
      }
      return keys.create(caller.tenantId, { ...body, createdBy: caller.email });
    },
    remove: async ({ caller, params }) => {
      if (!(await keys.remove(caller.tenantId, params.id))) throw domainError('API_KEY_NOT_FOUND');
      return undefined;
    },
  };
}

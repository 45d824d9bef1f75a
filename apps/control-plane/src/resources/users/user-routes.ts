import type { contract } from '@interlude/contract/api';
import type { Caller, Handlers } from '../../http/call.ts';
import type { UserService } from './user-service.ts';

export function userRoutes(
  users: UserService,
  invitations: { invite(caller: Caller, email: string): Promise<{ message: string }> },
): Handlers<(typeof contract)['users']> {
  return {
    list: ({ caller, query }) => users.list(caller, query),
    invite: ({ caller, body }) => invitations.invite(caller, body.email),
    read: ({ caller, params }) => users.read(caller, params.id),
    readMembership: ({ caller }) => users.readMembership(caller),
    update: ({ caller, params, body }) => users.update(caller, params.id, body),
    remove: async ({ caller, params }) => {
      await users.remove(caller, params.id);
      return undefined;
    },
    readAppMetadata: async ({ caller, params }) =>
      (await users.read(caller, params.id)).app_metadata,
    patchAppMetadata: ({ caller, params, body }) => users.patchAppMetadata(caller, params.id, body),
  };
}

import { preferredLanguage } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { InvitationService } from './invitation-service.ts';

export function invitationRoutes(
  invitations: InvitationService,
): Handlers<(typeof contract)['invitations']> {
  return {
    list: ({ caller, query }) => invitations.list(caller, query),
    remove: async ({ caller, params }) => {
      await invitations.remove(caller, params.id);
      return undefined;
    },
    read: ({ body, ip }) => invitations.read(body.token, ip),
    accept: ({ body, ip, request }) =>
      invitations.accept(body, ip, preferredLanguage(request.headers['accept-language'])),
  };
}

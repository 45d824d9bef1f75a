import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { LoginSessionService } from './login-session-service.ts';

export function loginSessionRoutes(
  sessions: LoginSessionService,
): Handlers<(typeof contract)['loginSessions']> {
  return {
    list: ({ caller }) => sessions.list(caller),
    end: async ({ caller, params }) => {
      await sessions.end(caller, params.id);
      return undefined;
    },
    endOthers: async ({ caller }) => {
      await sessions.endOthers(caller);
      return undefined;
    },
    listOfUser: ({ caller, params }) => sessions.listOfUser(caller, params.id),
    endOfUser: async ({ caller, params }) => {
      await sessions.endOfUser(caller, params.id, params.sessionId);
      return undefined;
    },
  };
}

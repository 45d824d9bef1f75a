/** Login sessions: a person's own, and for an Admin the part of a user's sessions that concerns the company. */
import type { CompanySession, LoginSession } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { LoginSessionStore, UserStore } from '@interlude/persistence';
import type { AccountStore } from '../../auth/accounts/account-ports.ts';
import { mayChange } from '../../auth/may-change.ts';
import type { Caller } from '../../http/call.ts';

export interface LoginSessionServiceOptions {
  readonly sessions: LoginSessionStore;
  readonly users: Pick<UserStore, 'find'>;
  readonly accounts: Pick<AccountStore, 'memberships'>;
}

export interface LoginSessionService {
  list(caller: Caller): Promise<LoginSession[]>;
  /** @throws {DomainError} LOGIN_SESSION_NOT_FOUND */
  end(caller: Caller, id: string): Promise<void>;
  endOthers(caller: Caller): Promise<void>;
  /** @throws {DomainError} USER_NOT_FOUND */
  listOfUser(caller: Caller, userId: string): Promise<CompanySession[]>;
  /** @throws {DomainError} USER_NOT_FOUND, LOGIN_SESSION_NOT_FOUND, ACTION_NOT_PERMITTED */
  endOfUser(caller: Caller, userId: string, id: string): Promise<void>;
}

/** Id of the session of the request itself. */
const current = 'current';

export function createLoginSessionService({
  sessions,
  users,
  accounts,
}: LoginSessionServiceOptions): LoginSessionService {
  async function member({ tenantId }: Caller, userId: string) {
    const user = await users.find(tenantId, userId);
    if (user === undefined) throw domainError('USER_NOT_FOUND');
    return user;
  }
  return {
    list: async ({ userId, sessionId = '' }) => {
      const listed = await sessions.list(userId, sessionId);
      return listed.toSorted((one, other) => Number(other.current) - Number(one.current));
    },
    end: async ({ userId, sessionId = '' }, id) => {
      if (!(await sessions.end(userId, id === current ? sessionId : id))) {
        throw domainError('LOGIN_SESSION_NOT_FOUND');
      }
    },
    endOthers: ({ userId, sessionId = '' }) => sessions.endOthers(userId, sessionId),
    listOfUser: async (caller, userId) => {
      await member(caller, userId);
      return sessions.listOfCompany(caller.tenantId, userId, caller.sessionId ?? '');
    },
    endOfUser: async (caller, userId, id) => {
      const user = await member(caller, userId);
      if (!mayChange(caller, user)) throw domainError('ACTION_NOT_PERMITTED');
      // For this company in any case; the whole session where the person works for no other.
      if (!(await sessions.endInCompany(caller.tenantId, userId, id))) {
        throw domainError('LOGIN_SESSION_NOT_FOUND');
      }
      if ((await accounts.memberships(userId)).length === 1) await sessions.end(userId, id);
    },
  };
}

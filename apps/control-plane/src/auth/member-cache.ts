/**
 * The user of a token with the roles per tenant: read from the database, cached for a few seconds, dropped at once when
 * the change feed reports a change of the user.
 */
import { isUserRole } from '@interlude/contract';
import type { LiveSession, LoginSessionStore } from '@interlude/persistence';
import type { ChangeFeed } from '../change-feed.ts';
import type { FindMember, Member, VerifiedToken } from '../http/authenticate.ts';
import type { Account, AccountStore } from './accounts/account-ports.ts';

/** Longest time that a removed right still works when the change feed is silent. */
const rememberMs = 5_000;
const maxRemembered = 10_000;

/** The account of a token; the embedded provider's subject is the user's id. */
export type FindAccount = (token: VerifiedToken) => Promise<Account | undefined>;

/** True when the token was issued for the account's present password (SEC-S44). */
export type IsCurrent = (token: VerifiedToken, account: Pick<Account, 'tokenEpoch'>) => boolean;

interface KnownMember {
  readonly member: Member;
  readonly account: Account;
  readonly sessions: ReadonlyMap<string, LiveSession>;
}

export interface MemberCache {
  readonly find: FindMember;
  forget(userId: string): void;
}

export function createMemberCache(options: {
  findAccount: FindAccount;
  isCurrent: IsCurrent;
  /** Undefined: a token of an external provider, or of a version without sessions. */
  sessionIdOf: (token: VerifiedToken) => string | undefined;
  accounts: Pick<AccountStore, 'memberships'>;
  sessions: Pick<LoginSessionStore, 'live'>;
  feed: ChangeFeed;
  now: () => number;
}): MemberCache {
  const { findAccount, isCurrent, sessionIdOf, accounts, sessions, feed, now } = options;
  const known = new Map<string, { found: Promise<KnownMember | undefined>; untilMs: number }>();
  const usersOf = new Map<string, string>();

  async function load(token: VerifiedToken): Promise<KnownMember | undefined> {
    const account = await findAccount(token);
    if (!account || account.blocked) return undefined;
    usersOf.set(account.id, token.subject);
    const memberships = await accounts.memberships(account.id);
    const roles = new Map(
      memberships.map(({ tenantId, role }) => [tenantId, isUserRole(role) ? role : undefined]),
    );
    const member = {
      userId: account.id,
      email: account.email,
      currentTenantId: memberships[0]?.tenantId ?? '',
      roles,
    };
    return { member, account, sessions: await sessions.live(account.id) };
  }

  /** Remembered by the token's subject: one user may come with several tokens. */
  function remembered(token: VerifiedToken): Promise<KnownMember | undefined> {
    const entry = known.get(token.subject);
    if (entry && now() < entry.untilMs) return entry.found;
    if (known.size >= maxRemembered) {
      known.clear();
      usersOf.clear();
    }
    const found = load(token);
    known.set(token.subject, { found, untilMs: now() + rememberMs });
    found.catch(() => known.delete(token.subject));
    return found;
  }

  const forget = (userId: string) => {
    known.delete(usersOf.get(userId) ?? userId);
  };
  feed.subscribe(
    ({ kind, id }) => {
      if (kind === 'users') forget(id);
    },
    () => known.clear(),
  );

  return {
    forget,
    find: async (token) => {
      let found = await remembered(token);
      if (!found || !isCurrent(token, found.account)) return undefined;
      const sid = sessionIdOf(token);
      if (sid === undefined) return found.member;
      if (!found.sessions.has(sid)) {
        // The login session may have begun in another process after the user was read.
        known.delete(token.subject);
        found = await remembered(token);
      }
      const session = found?.sessions.get(sid);
      return found && session && { ...found.member, sessionId: sid, endedIn: session.endedIn };
    },
  };
}

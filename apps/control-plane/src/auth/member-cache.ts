/**
 * The user of a token with the roles per tenant: read from the database, cached for a few seconds, dropped at once when
 * the change feed reports a change of the user.
 */
import { isUserRole } from '@interlude/contract';
import type { ChangeFeed } from '../change-feed.ts';
import type { FindMember, Member, VerifiedToken } from '../http/authenticate.ts';
import type { Account, AccountStore } from './accounts/account-ports.ts';

/** Longest time that a removed right still works when the change feed is silent. */
const rememberMs = 5_000;
const maxRemembered = 10_000;

/** The account of a token; the embedded provider's subject is the user's id. */
export type FindAccount = (token: VerifiedToken) => Promise<Account | undefined>;

export interface MemberCache {
  readonly find: FindMember;
  forget(userId: string): void;
}

export function createMemberCache(options: {
  findAccount: FindAccount;
  accounts: Pick<AccountStore, 'memberships'>;
  feed: ChangeFeed;
  now: () => number;
}): MemberCache {
  const { findAccount, accounts, feed, now } = options;
  const known = new Map<string, { member: Promise<Member | undefined>; untilMs: number }>();
  const usersOf = new Map<string, string>();

  async function load(token: VerifiedToken): Promise<Member | undefined> {
    const account = await findAccount(token);
    if (!account || account.blocked) return undefined;
    usersOf.set(account.id, token.subject);
    const memberships = await accounts.memberships(account.id);
    const roles = new Map(
      memberships.map(({ tenantId, role }) => [tenantId, isUserRole(role) ? role : undefined]),
    );
    return {
      userId: account.id,
      email: account.email,
      currentTenantId: memberships[0]?.tenantId ?? '',
      roles,
    };
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
    find: (token) => {
      const found = known.get(token.subject);
      if (found && now() < found.untilMs) return found.member;
      if (known.size >= maxRemembered) {
        known.clear();
        usersOf.clear();
      }
      const member = load(token);
      known.set(token.subject, { member, untilMs: now() + rememberMs });
      member.catch(() => known.delete(token.subject));
      return member;
    },
  };
}

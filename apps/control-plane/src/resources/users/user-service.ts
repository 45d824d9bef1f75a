/** The members of a tenant: read, save, remove, and their subscriptions. They join by invitation. */
import type {
  AppMetadata,
  appMetadataPatch,
  ListQuery,
  Page,
  TokenClaims,
  User,
  UserRole,
  UserSubscription,
  userUpdate,
} from '@interlude/contract';
import { domainError, type ErrorCode } from '@interlude/contract/errors';
import type { UserStore } from '@interlude/persistence';
import type { z } from 'zod';
import type { AccountStore } from '../../auth/accounts/account-ports.ts';
import type { IdentityProvider } from '../../auth/identity-provider.ts';
import { mayChange } from '../../auth/may-change.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';
import { isAdmin, mayChangeProfile, mayGrant, mayOpen } from './user-policy.ts';

/** Of the service of subscriptions. */
export interface SavesSubscriptions {
  /** @throws {DomainError} INVALID_FIELDS, URL_FORBIDDEN */
  save(tenantId: string, userId: string, given: readonly UserSubscription[]): Promise<void>;
}

export interface UserServiceOptions {
  readonly users: UserStore;
  readonly subscriptions: SavesSubscriptions;
  readonly accounts: AccountStore;
  readonly events: ControlPlaneEvents;
  readonly identity: () => IdentityProvider;
}

export interface UserService {
  list(caller: Caller, query: ListQuery): Promise<Page<User>>;
  read(caller: Caller, userId: string): Promise<User>;
  /** Memberships in the form of the claims of the embedded provider's tokens. */
  readMembership(caller: Caller): Promise<TokenClaims>;
  update(caller: Caller, userId: string, change: z.output<typeof userUpdate>): Promise<User>;
  remove(caller: Caller, userId: string): Promise<void>;
  patchAppMetadata(
    caller: Caller,
    userId: string,
    patch: z.output<typeof appMetadataPatch>,
  ): Promise<AppMetadata>;
}

/** Applies a requested and permitted change of role. @throws {DomainError} `refusal` */
function createGrant({ users, events }: Pick<UserServiceOptions, 'users' | 'events'>) {
  async function isLastAdmin(caller: Caller, target: User): Promise<boolean> {
    const { role } = target.app_metadata;
    if (role === null || !isAdmin(role)) return false;
    const query = { limit: -1, offset: 0, search: '', sort: 'createdAt' };
    const { rows } = await users.list(caller.tenantId, query);
    return !rows.some(
      ({ user_id, app_metadata }) =>
        user_id !== target.user_id && app_metadata.role !== null && isAdmin(app_metadata.role),
    );
  }

  async function grant(
    caller: Caller,
    target: User,
    role: UserRole | null | undefined,
    refusal: ErrorCode,
  ): Promise<void> {
    if (role === undefined || role === null) return;
    if (!mayGrant(caller, target, role)) throw domainError(refusal);
    if (role === target.app_metadata.role) return;
    if (await isLastAdmin(caller, target)) throw domainError(refusal);
    await users.setRole(caller.tenantId, target.user_id, role);
    events.userChanged(`role ${role}`, caller.tenantId, target.user_id);
  }
  return grant;
}

export function createUserService(options: UserServiceOptions): UserService {
  const { users, subscriptions, accounts, events, identity } = options;
  const grant = createGrant(options);

  function present(user: User | undefined): User {
    if (!user) throw domainError('USER_NOT_FOUND');
    return user;
  }

  async function load(caller: Caller, userId: string): Promise<User> {
    const user = present(await users.find(caller.tenantId, userId));
    if (!mayOpen(caller, userId)) throw domainError('ROLE_FORBIDDEN');
    return user;
  }

  async function patchChoices(
    tenantId: string,
    userId: string,
    { subscriptions: wanted, ...choices }: Omit<z.output<typeof appMetadataPatch>, 'role'>,
  ): Promise<void> {
    if (wanted !== undefined) await subscriptions.save(tenantId, userId, wanted);
    if (Object.keys(choices).length > 0) await users.patchAppMetadata(tenantId, userId, choices);
  }

  async function update(
    caller: Caller,
    userId: string,
    change: z.output<typeof userUpdate>,
  ): Promise<User> {
    const target = await load(caller, userId);
    const { role, ...choices } = change.app_metadata ?? {};
    const profile = { ...change, language: choices.language };
    if (!mayChange(caller, target) || !mayChangeProfile(caller, target, profile)) {
      throw domainError('ACTION_NOT_PERMITTED');
    }
    await grant(caller, target, role, 'ACTION_NOT_PERMITTED');
    await patchChoices(caller.tenantId, userId, choices);
    const { nickname, picture } = change;
    const saved = present(await users.update(caller.tenantId, userId, { nickname, picture }));
    events.userChanged('updated', caller.tenantId, userId);
    return saved;
  }

  async function remove(caller: Caller, userId: string): Promise<void> {
    const target = await load(caller, userId);
    if (userId === caller.userId) throw domainError('USER_SELF_REMOVAL');
    if (!mayChange(caller, target)) throw domainError('ACTION_NOT_PERMITTED');
    await users.remove(caller.tenantId, userId);
    // A person who works for other companies keeps the login sessions; this company is closed to them at once.
    if ((await accounts.memberships(userId)).length === 0) await identity().revokeUser(userId);
    events.userChanged('removed', caller.tenantId, userId);
  }

  return {
    list: (caller, query) => users.list(caller.tenantId, query),
    read: load,
    readMembership: async ({ userId, email, tenantId, role }) => {
      const [account, memberships] = await Promise.all([
        accounts.find(userId),
        accounts.memberships(userId),
      ]);
      return {
        ...{ sub: userId, name: account?.nickname ?? '', email, company: tenantId, role },
        companies: memberships.map((each) => each.tenantId),
        roles: Object.fromEntries(
          memberships.flatMap((each) => (each.role ? [[each.tenantId, each.role]] : [])),
        ),
      };
    },
    update,
    remove,
    patchAppMetadata: async (caller, userId, patch) => {
      const target = await load(caller, userId);
      const { role, ...choices } = patch;
      if (!mayChange(caller, target) || !mayChangeProfile(caller, target, choices)) {
        throw domainError('OPERATION_NOT_PERMITTED');
      }
      await grant(caller, target, role, 'OPERATION_NOT_PERMITTED');
      await patchChoices(caller.tenantId, userId, choices);
      return present(await users.find(caller.tenantId, userId)).app_metadata;
    },
  };
}

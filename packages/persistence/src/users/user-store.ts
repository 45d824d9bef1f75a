/** Members of a tenant, with their role and their choices in it. Never reads a password hash. */
import {
  type AppMetadata,
  appMetadata,
  isUserRole,
  knownLanguage,
  type ListQuery,
  type Page,
  type User,
  type UserRole,
} from '@interlude/contract';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { fetchPage, type ListShape } from '../lists/list-page.ts';
import type { TenantScope } from '../scope.ts';
import { toShownSubscription } from '../user-subscriptions/user-subscription-row.ts';

interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly nickname: string;
  readonly picture: string;
  readonly created_at: Date;
  readonly last_login: Date | null;
  readonly last_password_reset: Date | null;
  readonly role: string | null;
  readonly app_metadata: unknown;
  readonly language: string | null;
  readonly subscriptions: readonly Parameters<typeof toShownSubscription>[0][];
}

/** Change of `app_metadata`; role and subscriptions are changed by other functions. */
export type AppMetadataPatch = {
  readonly [Key in Exclude<keyof AppMetadata, 'role' | 'subscriptions'>]?:
    | AppMetadata[Key]
    | undefined;
};

export interface UserStore {
  /** @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<User>>;
  find(tenantId: string, userId: string): Promise<User | undefined>;
  /** Changes a member. Undefined, as from all functions that change one, when the tenant has no such member. */
  update(
    tenantId: string,
    userId: string,
    change: { readonly nickname?: string | undefined; readonly picture?: string | undefined },
  ): Promise<User | undefined>;
  setRole(tenantId: string, userId: string, role: UserRole): Promise<User | undefined>;
  /** Replaces the named parts of a member's choices; others stay. */
  patchAppMetadata(
    tenantId: string,
    userId: string,
    patch: AppMetadataPatch,
  ): Promise<User | undefined>;
  /**
   * Takes the user out of the tenant with what belongs to the membership: role, choices, subscriptions and
   * notifications. The person stays, and stays in other tenants.
   */
  remove(tenantId: string, userId: string): Promise<boolean>;
}

const columns = sql`u.id, u.email, u.email_verified, u.nickname, u.picture, u.created_at,
  u.last_login, u.last_password_reset, u.language, m.role, m.app_metadata,
  (select coalesce(jsonb_agg(to_jsonb(s) order by s.place), '[]') from user_subscriptions s
    where s.tenant_id = m.tenant_id and s.user_id = m.user_id) as subscriptions`;
const source = sql`memberships m join users u on u.id = m.user_id`;

const shape: ListShape = {
  select: columns,
  from: source,
  sortable: {
    createdAt: sql`u.created_at`,
    created_at: sql`u.created_at`,
    user_id: sql`u.id`,
    id: sql`u.id`,
    nickname: sql`lower(u.nickname)`,
    name: sql`lower(u.nickname)`,
    email: sql`lower(u.email)`,
    email_verified: sql`u.email_verified`,
    last_login: sql`coalesce(u.last_login, '-infinity')`,
  },
  searched: [sql`u.nickname`, sql`u.email`, sql`u.id`],
  tieBreak: sql`u.id`,
  counted: 'memberships',
};

const iso = (date: Date | null) => date?.toISOString() ?? null;

function toUser(tenantId: string, row: MemberRow): User {
  const stored = typeof row.app_metadata === 'object' ? row.app_metadata : {};
  return {
    user_id: row.id,
    nickname: row.nickname,
    email: row.email,
    email_verified: row.email_verified,
    picture: row.picture,
    created_at: row.created_at.toISOString(),
    last_login: iso(row.last_login),
    last_password_reset: iso(row.last_password_reset),
    currentCompany: tenantId,
    app_metadata: appMetadata.parse({
      ...stored,
      role: isUserRole(row.role) ? row.role : null,
      language: knownLanguage(row.language) ?? null,
      subscriptions: row.subscriptions.map(toShownSubscription),
    }),
  };
}

async function findMember(scope: TenantScope, userId: string): Promise<User | undefined> {
  const { rows } = await sql<MemberRow>`
    select ${columns} from ${source} where m.user_id = ${userId}`.execute(scope.db);
  return rows[0] && toUser(scope.tenantId, rows[0]);
}

/**
 * Users as members of one tenant.
 * @returns a store; users of other tenants are not found
 * @see rule SEC-S4
 */
export function createUserStore(database: Database): UserStore {
  const change = (
    tenantId: string,
    userId: string,
    work: (scope: TenantScope) => Promise<unknown>,
  ): Promise<User | undefined> =>
    database.forTenant(tenantId, async (scope) => {
      if ((await findMember(scope, userId)) === undefined) return undefined;
      await work(scope);
      const { db } = scope;
      await notifyChange(db, { tenant: tenantId, kind: 'users', id: userId, action: 'updated' });
      return findMember(scope, userId);
    });

  return {
    list: (tenantId, query) =>
      database.forTenant(tenantId, async ({ db }) => {
        const page = await fetchPage<MemberRow>(db, shape, query);
        return { rows: page.rows.map((row) => toUser(tenantId, row)), total: page.total };
      }),
    find: (tenantId, userId) => database.forTenant(tenantId, (scope) => findMember(scope, userId)),
    update: (tenantId, userId, { nickname, picture }) =>
      change(tenantId, userId, async ({ db }) => {
        const set = {
          ...(nickname !== undefined && { nickname }),
          ...(picture !== undefined && { picture }),
        };
        if (Object.keys(set).length === 0) return;
        await db.updateTable('users').set(set).where('id', '=', userId).execute();
      }),
    setRole: (tenantId, userId, role) =>
      change(tenantId, userId, ({ db }) =>
        db.updateTable('memberships').set({ role }).where('user_id', '=', userId).execute(),
      ),
    patchAppMetadata: (tenantId, userId, { language, ...choices }) =>
      change(tenantId, userId, async ({ db }) => {
        // The language belongs to the person, in every company.
        if (language !== undefined) {
          await db.updateTable('users').set({ language }).where('id', '=', userId).execute();
        }
        if (Object.keys(choices).length === 0) return;
        await db
          .updateTable('memberships')
          .set({
            app_metadata: sql<string>`memberships.app_metadata || ${JSON.stringify(choices)}::jsonb`,
          })
          .where('user_id', '=', userId)
          .execute();
      }),
    remove: (tenantId, userId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const result = await db
          .deleteFrom('memberships')
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (result.numDeletedRows === 0n) return false;
        await db.deleteFrom('notifications').where('user_id', '=', userId).execute();
        await notifyChange(db, { tenant: tenantId, kind: 'users', id: userId, action: 'removed' });
        return true;
      }),
  };
}

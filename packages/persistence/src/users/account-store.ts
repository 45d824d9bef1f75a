/** Accounts of people for the sign-in: found by e-mail, across tenants, with the password hash. */
import {
  defaultLanguage,
  isUserRole,
  knownLanguage,
  type Language,
  type SaidSentence,
  type Tenant,
  type UserRole,
} from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { insertNotification } from '../notifications/notification-store.ts';
import type { Schema, UsersTable } from '../schema.ts';
import { findTenant, insertTenant } from '../tenants/tenant-store.ts';

export interface Account {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly nickname: string;
  readonly emailVerified: boolean;
  readonly blocked: boolean;
  /** Null: no login with a password (an invited user, or a user of an external provider). */
  readonly passwordHash: string | null;
  /** Incremented by each new password; access tokens with an older number are refused. */
  readonly tokenEpoch: number;
}

export interface AccountMembership {
  readonly tenantId: string;
  readonly role: UserRole | null;
}

export interface NewAccount {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly emailVerified: boolean;
  /** Left out: the part of the address before the @. */
  readonly nickname?: string;
  /** Left out: that of the company. */
  readonly language?: Language | undefined;
}

export type AccountPlace =
  | {
      readonly kind: 'founder';
      readonly tenantName: string;
      /** Epoch ms; null = never. */
      readonly expiresAt: number | null;
      readonly tier?: Tenant['tier'];
      /** Left out: Admin. */
      readonly role?: UserRole;
    }
  | { readonly kind: 'joiner'; readonly tenantId: string; readonly role?: UserRole };

export interface AccountStore {
  findByEmail(email: string): Promise<Account | undefined>;
  find(userId: string): Promise<Account | undefined>;
  /** Oldest first. */
  memberships(userId: string): Promise<AccountMembership[]>;
  /**
   * Creates a user and the membership in a tenant. A founder whose company name was taken meanwhile joins that company
   * without a role.
   * @returns the user's id; undefined when the address is taken
   */
  createAccount(account: NewAccount, place: AccountPlace): Promise<string | undefined>;
  /**
   * Language in which the platform writes to an address: the person's own, else that of the company `tenantId`, else
   * that of the person's first company.
   */
  languageOf(email: string, tenantId?: string): Promise<Language>;
  /** By id, or by name with letter case ignored. */
  findTenant(idOrName: string): Promise<{ id: string; name: string } | undefined>;
  /** Raises `tokenEpoch` and ends sessions and refresh tokens. */
  setPassword(userId: string, passwordHash: string): Promise<void>;
  setEmailVerified(userId: string): Promise<void>;
  setBlocked(userId: string, blocked: boolean): Promise<void>;
  /** Sets the role that a token claims, unless a newer token has set one. */
  setClaimedRole(claimed: {
    readonly userId: string;
    readonly tenantId: string;
    readonly role: UserRole | null;
    /** When the token was issued, epoch ms. */
    readonly claimedAtMs: number;
  }): Promise<void>;
  recordLogin(userId: string): Promise<void>;
  /** Notifies each Admin and SuperAdmin of the tenant. */
  notifyAdmins(tenantId: string, topic: string, said: SaidSentence): Promise<void>;
}

const toAccount = (row: Selectable<UsersTable>): Account => ({
  id: row.id,
  email: row.email,
  nickname: row.nickname,
  emailVerified: row.email_verified,
  blocked: row.blocked,
  passwordHash: row.password_hash,
  tokenEpoch: row.token_epoch,
});

export const lowerEmail = (email: string) => email.trim().toLowerCase();

/** @returns the new id; undefined when the address is taken */
export async function insertUser(
  db: Kysely<Schema>,
  account: NewAccount,
  nowMs: number,
): Promise<string | undefined> {
  const email = lowerEmail(account.email);
  const row = await db
    .insertInto('users')
    .values({
      id: newId(nowMs),
      email,
      email_verified: account.emailVerified,
      nickname: account.nickname ?? email.split('@')[0] ?? email,
      password_hash: account.passwordHash,
      language: account.language ?? null,
      created_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** @returns false when the user is a member already */
export async function insertMembership(
  db: Kysely<Schema>,
  membership: { tenantId: string; userId: string; role: UserRole | null },
  nowMs: number,
): Promise<boolean> {
  const { tenantId, userId, role } = membership;
  const result = await db
    .insertInto('memberships')
    .values({ tenant_id: tenantId, user_id: userId, role, created_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows === 0n) return false;
  await notifyChange(db, { tenant: tenantId, kind: 'users', id: userId, action: 'created' });
  return true;
}

/**
 * Ends the sessions and refresh tokens of a user, in the transaction of a new password, so that a concurrent refresh
 * gets no token. Access tokens end by `token_epoch`, which caches and event streams of each company read again.
 */
export async function endTokens(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom('oidc').where(sql<string>`payload ->> 'accountId'`, '=', userId).execute();
  await db.deleteFrom('login_sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('second_factor_steps').where('user_id', '=', userId).execute();
  await notifyCompanies(db, userId);
}

/** Announces a change of a person to all companies of the person, so that caches read the person again. */
export async function notifyCompanies(db: Kysely<Schema>, userId: string): Promise<void> {
  const rows = await db
    .selectFrom('memberships')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .execute();
  for (const { tenant_id: tenant } of rows) {
    await notifyChange(db, { tenant, kind: 'users', id: userId, action: 'updated' });
  }
}

async function settle(
  db: Kysely<Schema>,
  place: AccountPlace,
  { nowMs, language }: { readonly nowMs: number; readonly language: Language | undefined },
): Promise<{ tenantId: string; role: UserRole | null }> {
  if (place.kind === 'joiner') return { tenantId: place.tenantId, role: place.role ?? null };
  const { tenantName: name, expiresAt, tier = 'trial' } = place;
  const made = await insertTenant(db, { name, expiresAt, tier, language }, nowMs);
  if (made) return { tenantId: made.id, role: place.role ?? 'Admin' };
  const taken = await findTenant(db, name);
  if (taken === undefined) throw new Error('the tenant was removed meanwhile');
  return { tenantId: taken.id, role: null };
}

/**
 * Users across tenants: sign-up, passwords, memberships.
 * @returns a store for the identity provider
 * @see rules SEC-S5, SEC-S6
 */
export function createAccountStore(database: Database): AccountStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  const findOne = async (where: ReturnType<typeof sql<boolean>>) => {
    const row = await system.selectFrom('users').selectAll().where(where).executeTakeFirst();
    return row && toAccount(row);
  };
  return {
    findByEmail: (email) => findOne(sql<boolean>`lower(email) = ${lowerEmail(email)}`),
    find: (userId) => findOne(sql<boolean>`id = ${userId}`),
    async memberships(userId) {
      const rows = await system
        .selectFrom('memberships')
        .select(['tenant_id', 'role'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('tenant_id')
        .execute();
      return rows.map((row) => ({
        tenantId: row.tenant_id,
        role: isUserRole(row.role) ? row.role : null,
      }));
    },
    createAccount: (account, place) =>
      database.transaction(async ({ db }) => {
        const nowMs = clock.now();
        const userId = await insertUser(db, account, nowMs);
        if (userId === undefined) return undefined;
        const { language } = account;
        const membership = await settle(db, place, { nowMs, language });
        await insertMembership(db, { ...membership, userId }, nowMs);
        return userId;
      }),
    languageOf: async (email, tenantId = '') => {
      const { rows } = await sql<{ language: string | null }>`
        select coalesce(
          (select language from users where lower(email) = ${lowerEmail(email)}),
          (select language from tenants where id = ${tenantId}),
          (select t.language from users u join memberships m on m.user_id = u.id
            join tenants t on t.id = m.tenant_id where lower(u.email) = ${lowerEmail(email)}
            order by m.created_at, m.tenant_id limit 1)) as language`.execute(system);
      return knownLanguage(rows[0]?.language) ?? defaultLanguage;
    },
    findTenant: async (idOrName) => {
      const tenant = await findTenant(system, idOrName);
      return tenant && { id: tenant.id, name: tenant.name };
    },
    setPassword: (userId, passwordHash) =>
      database.transaction(async ({ db }) => {
        await db
          .updateTable('users')
          .set({
            password_hash: passwordHash,
            last_password_reset: now(),
            token_epoch: sql<number>`token_epoch + 1`,
          })
          .where('id', '=', userId)
          .execute();
        await endTokens(db, userId);
      }),
    async setEmailVerified(userId) {
      const set = { email_verified: true };
      await database.transaction(({ db }) =>
        db.updateTable('users').set(set).where('id', '=', userId).execute(),
      );
    },
    async setBlocked(userId, blocked) {
      await database.transaction(({ db }) =>
        db.updateTable('users').set({ blocked }).where('id', '=', userId).execute(),
      );
    },
    setClaimedRole: ({ userId, tenantId, role, claimedAtMs }) =>
      database.transaction(async ({ db }) => {
        const row = await db
          .selectFrom('memberships')
          .select(['role', 'role_claimed_at'])
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined || (row.role_claimed_at?.getTime() ?? -1) >= claimedAtMs) return;
        await db
          .updateTable('memberships')
          .set({ role, role_claimed_at: new Date(claimedAtMs) })
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .execute();
        if (row.role === role) return;
        await notifyChange(db, { tenant: tenantId, kind: 'users', id: userId, action: 'updated' });
      }),
    async recordLogin(userId) {
      await system
        .updateTable('users')
        .set({ last_login: now() })
        .where('id', '=', userId)
        .execute();
    },
    notifyAdmins: (tenantId, topic, said) =>
      database.transaction(async ({ db }) => {
        const admins = await db
          .selectFrom('memberships')
          .select('user_id')
          .where('tenant_id', '=', tenantId)
          .where('role', 'in', ['Admin', 'SuperAdmin'])
          .execute();
        for (const { user_id: userId } of admins) {
          await insertNotification(db, { ...said, tenantId, userId, topic }, clock.now());
        }
      }),
  };
}

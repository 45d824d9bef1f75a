/**
 * Invitations: a membership begins when the invited person accepts by the mailed link. A client with the token can read
 * the mailbox, so acceptance proves the address, and replaces a password that was set without that proof.
 */
import { createHash } from 'node:crypto';
import {
  type Invitation,
  invitedRoles,
  isUserRole,
  type Language,
  type ListQuery,
  type Page,
} from '@interlude/contract';
import { newId, randomToken } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import type { InvitationsTable, Schema } from '../schema.ts';
import {
  endTokens,
  insertMembership,
  insertUser,
  lowerEmail,
  type NewAccount,
} from '../users/account-store.ts';

export interface NewInvitation {
  readonly email: string;
  readonly role: Invitation['role'];
  /** E-mail address. */
  readonly invitedBy: string;
  readonly lifetimeMs: number;
}

/** Invitation that the mailed link opens. */
export interface OpenInvitation {
  readonly tenantName: string;
  readonly email: string;
  /**
   * True when the password was set by a mailed link, so by the person who reads the mailbox. The password of a
   * registration is not proven by a confirmed address: another person than the one who registered may have confirmed
   * it.
   */
  readonly hasProvenPassword: boolean;
  /** Password hash of an account with a confirmed address, to check the person's password; else null. */
  readonly passwordHash: string | null;
}

export interface AcceptedInvitation {
  readonly tenantId: string;
  readonly userId: string;
}

export interface InvitationStore {
  /**
   * Creates an invitation; one for the same address is replaced, and its link becomes invalid.
   * @returns the token of the link; undefined when the address belongs to a member
   */
  create(tenantId: string, invitation: NewInvitation): Promise<string | undefined>;
  /** Invitations that are not accepted, with the expired ones. @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<Invitation>>;
  /** @returns false when the tenant has no such invitation */
  remove(tenantId: string, id: string): Promise<boolean>;
  /** Undefined when the token is unknown, accepted, withdrawn or expired. */
  find(token: string): Promise<OpenInvitation | undefined>;
  /**
   * Makes the person a member and uses up the token.
   * @param passwordHash replaces the password unless that is proven; null keeps it when the address is confirmed
   * @param language of a person who has no account yet
   * @returns undefined when the token is unknown, used, withdrawn or expired
   */
  accept(
    token: string,
    passwordHash: string | null,
    language?: Language,
  ): Promise<AcceptedInvitation | undefined>;
  /** Removes invitations that expired before `beforeMs`. */
  purge(beforeMs: number): Promise<number>;
}

/** A random token has 256 bits: a plain hash is enough. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const toInvitation = (row: Selectable<InvitationsTable>): Invitation => ({
  id: row.id,
  email: row.email,
  role: invitedRoles.find((role) => role === row.role) ?? 'Viewer',
  invitedBy: row.invited_by,
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
});

async function isMember(db: Kysely<Schema>, tenantId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.tenant_id', '=', tenantId)
    .where(sql<boolean>`lower(users.email) = ${email}`)
    .executeTakeFirst();
  return row !== undefined;
}

interface PasswordFacts {
  readonly emailVerified: boolean | null;
  readonly passwordHash: string | null;
  /** Set whenever a password was set by a mailed link. */
  readonly lastPasswordReset: Date | null;
}

const isProven = ({ emailVerified, passwordHash, lastPasswordReset }: PasswordFacts): boolean =>
  emailVerified === true && passwordHash !== null && lastPasswordReset !== null;

/** The account of an address, locked until the transaction ends. */
async function lockAccount(db: Kysely<Schema>, email: string) {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = ${email}`)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      emailVerified: row.email_verified,
      passwordHash: row.password_hash,
      lastPasswordReset: row.last_password_reset,
    }
  );
}

/** Marks the address as confirmed; replaces the password and ends tokens, which were made without that proof. */
async function proveAccount(
  db: Kysely<Schema>,
  userId: string,
  passwordHash: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      email_verified: true,
      password_hash: passwordHash,
      last_password_reset: now,
      token_epoch: sql<number>`token_epoch + 1`,
    })
    .where('id', '=', userId)
    .execute();
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
  await endTokens(db, userId);
}

/** Finds or creates the account of the invited address; a password that is not proven is replaced. @returns its id */
async function settleAccount(
  db: Kysely<Schema>,
  account: Pick<NewAccount, 'email' | 'passwordHash' | 'language'>,
  nowMs: number,
): Promise<string> {
  const { email, passwordHash } = account;
  const made = await insertUser(db, { ...account, emailVerified: true }, nowMs);
  if (made !== undefined) return made;
  const known = await lockAccount(db, email);
  if (known === undefined) throw new Error('the account was removed meanwhile');
  const keeps = known.emailVerified && (passwordHash === null || isProven(known));
  if (!keeps) await proveAccount(db, known.id, passwordHash, new Date(nowMs));
  return known.id;
}

/**
 * Invitations of tenants.
 * @returns a store that keeps only hashes of the tokens
 * @see rules SEC-S13, SEC-S41
 */
export function createInvitationStore(database: Database): InvitationStore {
  const { system, clock } = database;
  return {
    create: (tenantId, { role, invitedBy, lifetimeMs, ...input }) =>
      database.transaction(async ({ db }) => {
        const email = lowerEmail(input.email);
        if (await isMember(db, tenantId, email)) return undefined;
        const nowMs = clock.now();
        const token = randomToken(32);
        const columns = {
          role,
          invited_by: invitedBy,
          token_hash: hashOf(token),
          expires_at: new Date(nowMs + lifetimeMs),
          created_at: new Date(nowMs),
        };
        const row = await db
          .insertInto('invitations')
          .values({ tenant_id: tenantId, id: newId(nowMs), email, ...columns })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).doUpdateSet(columns))
          .returning('id')
          .executeTakeFirstOrThrow();
        await notifyChange(db, {
          ...{ tenant: tenantId, kind: 'invitations', id: row.id, action: 'created' },
        });
        return token;
      }),
    list: (tenantId, query) =>
      database.forTenant(tenantId, async ({ db }) => {
        const page = await fetchPage<Selectable<InvitationsTable>>(
          db,
          {
            select: sql`*`,
            from: sql`invitations`,
            sortable: {
              createdAt: sql`created_at`,
              expiresAt: sql`expires_at`,
              email: sql`email`,
              id: sql`id`,
            },
            searched: [sql`email`],
            tieBreak: sql`id`,
          },
          query,
        );
        return { rows: page.rows.map(toInvitation), total: page.total };
      }),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const result = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
        if (result.numDeletedRows === 0n) return false;
        await notifyChange(db, { tenant: tenantId, kind: 'invitations', id, action: 'removed' });
        return true;
      }),
    async find(token) {
      const row = await system
        .selectFrom('invitations')
        .innerJoin('tenants', 'tenants.id', 'invitations.tenant_id')
        .leftJoin('users', (join) => join.on(sql<boolean>`lower(users.email) = invitations.email`))
        .select(['tenants.name', 'invitations.email', 'users.email_verified'])
        .select(['users.password_hash', 'users.last_password_reset'])
        .where('token_hash', '=', hashOf(token))
        .where('invitations.expires_at', '>', new Date(clock.now()))
        .executeTakeFirst();
      return (
        row && {
          tenantName: row.name,
          email: row.email,
          hasProvenPassword: isProven({
            emailVerified: row.email_verified,
            passwordHash: row.password_hash,
            lastPasswordReset: row.last_password_reset,
          }),
          passwordHash: row.email_verified === true ? row.password_hash : null,
        }
      );
    },
    accept: (token, passwordHash, language) =>
      database.transaction(async ({ db }) => {
        const nowMs = clock.now();
        const row = await db
          .deleteFrom('invitations')
          .where('token_hash', '=', hashOf(token))
          .where('expires_at', '>', new Date(nowMs))
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const { tenant_id: tenantId, id, email, role } = row;
        const userId = await settleAccount(db, { email, passwordHash, language }, nowMs);
        const granted = isUserRole(role) ? role : null;
        await insertMembership(db, { tenantId, userId, role: granted }, nowMs);
        await notifyChange(db, { tenant: tenantId, kind: 'invitations', id, action: 'removed' });
        return { tenantId, userId };
      }),
    async purge(beforeMs) {
      const result = await system
        .deleteFrom('invitations')
        .where('expires_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

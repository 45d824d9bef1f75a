/**
 * Login sessions of a person; tokens are found and ended by them. A company sees a session from the session's first
 * request for that company on, and may end it there; for other companies it goes on.
 */
import { type CompanySession, type LoginSession, maxLoginSessions } from '@interlude/contract';
import { randomToken } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import { oidcRowId } from '../auth/oidc-row-id.ts';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import type { LoginSessionsTable } from '../schema/people-tables.ts';
import type { Schema } from '../schema.ts';
import { scopeNow } from '../scope.ts';
import { notifyCompanies } from '../users/account-store.ts';

/** Client with which a person signs in. */
export interface LoginClient {
  /** Family of browser and system. */
  readonly browser: string;
  /** From `auditNetwork`. */
  readonly network: string;
}

export interface NewLoginSession extends LoginClient {
  readonly userId: string;
  readonly grantId: string;
  readonly secondFactor: boolean;
  readonly lifetimeMs: number;
  /** Uid of the provider's session; its grants share one login session. */
  readonly providerUid?: string | undefined;
}

/** State of a session that every request checks. */
export interface LiveSession {
  readonly secondFactor: boolean;
  /** Tenants that have ended it for themselves. */
  readonly endedIn: readonly string[];
}

export interface LoginSessionStore {
  /** Begins a session, or adds the grant to the session of `providerUid`. @returns the session's id */
  begin(session: NewLoginSession): Promise<string>;
  /** The session of a grant. */
  ofGrant(grantId: string): Promise<{ id: string; secondFactor: boolean } | undefined>;
  /** Records the renewal of a token. */
  renew(id: string, renewal: LoginClient & { readonly lifetimeMs: number }): Promise<void>;
  /** Records that the person has passed a second factor. */
  strengthen(id: string): Promise<void>;
  /** Unexpired sessions of a person, by id. */
  live(userId: string): Promise<ReadonlyMap<string, LiveSession>>;
  /** Most recently used first. */
  list(userId: string, currentId: string): Promise<LoginSession[]>;
  /** Ends a session with its tokens. @returns false when it is no session of this person */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of a person but one. */
  endOthers(userId: string, keptId: string): Promise<void>;
  /** Ends the session of a grant, or of a provider's session, that has ended at the provider. */
  endOf(of: { readonly grantId: string } | { readonly providerUid: string }): Promise<void>;
  /** Records that a session is used for a company. */
  noteUse(tenantId: string, id: string): Promise<void>;
  listOfCompany(tenantId: string, userId: string, currentId: string): Promise<CompanySession[]>;
  /** Ends a session for one company; its tokens stay valid for others. @returns false when there is none */
  endInCompany(tenantId: string, userId: string, id: string): Promise<boolean>;
  /** Removes expired sessions. */
  purge(): Promise<number>;
}

const toSession = (row: Selectable<LoginSessionsTable>, currentId: string): LoginSession => ({
  id: row.id,
  browser: row.browser,
  network: row.network,
  begunAt: row.begun_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  secondFactor: row.second_factor,
  current: row.id === currentId,
});

/**
 * Ends sessions with their grants, codes, refresh tokens and provider's sessions; access tokens end because they name
 * the session.
 */
async function endSessions(
  db: Kysely<Schema>,
  sessions: readonly { id: string; user_id: string; provider_uid: string | null }[],
): Promise<void> {
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  const uids = sessions.flatMap(({ provider_uid: uid }) => (uid === null ? [] : [uid]));
  const grants = await db
    .selectFrom('login_session_grants')
    .select('grant_id')
    .where('session_id', 'in', ids)
    .execute();
  const grantIds = grants.map(({ grant_id: grantId }) => grantId);
  const rowIds = grantIds.map((grantId) => oidcRowId('Grant', grantId));
  await sql`delete from oidc where grant_id = any(${grantIds}::text[])
    or (kind = 'Grant' and id = any(${[...rowIds, ...grantIds]}::text[]))
    or (kind = 'Session' and uid = any(${uids}::text[]))`.execute(db);
  await db.deleteFrom('login_sessions').where('id', 'in', ids).execute();
  for (const userId of new Set(sessions.map((session) => session.user_id))) {
    await notifyCompanies(db, userId);
  }
}

const columns = ['id', 'user_id', 'provider_uid'] as const;

/** Ends the least recently used sessions beyond the limit of a person. */
async function endOldest(db: Kysely<Schema>, userId: string): Promise<void> {
  const rows = await db
    .selectFrom('login_sessions')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .offset(maxLoginSessions)
    .execute();
  await endSessions(db, rows);
}

async function insertSession(
  db: Kysely<Schema>,
  { userId, browser, network, providerUid, secondFactor, lifetimeMs }: NewLoginSession,
  now: Date,
): Promise<string> {
  const used = { last_used_at: now, expires_at: new Date(now.getTime() + lifetimeMs) };
  const row = await db
    .insertInto('login_sessions')
    .values({
      ...{ id: randomToken(12), user_id: userId, browser, network, begun_at: now, ...used },
      ...{ provider_uid: providerUid ?? null, second_factor: secondFactor },
    })
    .onConflict((conflict) =>
      conflict
        .column('provider_uid')
        .where('provider_uid', 'is not', null)
        .doUpdateSet({
          ...used,
          second_factor: sql<boolean>`login_sessions.second_factor or excluded.second_factor`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Session functions for companies. */
function companySessions(
  database: Database,
): Pick<LoginSessionStore, 'noteUse' | 'listOfCompany' | 'endInCompany'> {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  return {
    async noteUse(tenantId, id) {
      await sql`insert into company_sessions
          (tenant_id, session_id, user_id, browser, network, begun_at, last_used_at)
        select m.tenant_id, s.id, s.user_id, s.browser, s.network, s.begun_at, ${now()}
        from login_sessions s join memberships m on m.user_id = s.user_id and m.tenant_id = ${tenantId}
        where s.id = ${id}
        on conflict (tenant_id, session_id) do update set last_used_at = excluded.last_used_at,
          browser = excluded.browser, network = excluded.network`.execute(system);
    },
    listOfCompany: (tenantId, userId, currentId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('company_sessions')
          .selectAll()
          .where('user_id', '=', userId)
          .where('ended_at', 'is', null)
          .orderBy('last_used_at', 'desc')
          .orderBy('session_id')
          .execute();
        return rows.map((row) => ({
          id: row.session_id,
          browser: row.browser,
          network: row.network,
          begunAt: row.begun_at.toISOString(),
          lastUsedAt: row.last_used_at.toISOString(),
          current: row.session_id === currentId,
        }));
      }),
    endInCompany: (tenantId, userId, id) =>
      database.forTenant(tenantId, async (scope) => {
        const { db } = scope;
        const { numUpdatedRows } = await db
          .updateTable('company_sessions')
          .set({ ended_at: scopeNow(scope) })
          .where('user_id', '=', userId)
          .where('session_id', '=', id)
          .where('ended_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await notifyChange(db, { tenant: tenantId, kind: 'users', id: userId, action: 'updated' });
        return true;
      }),
  };
}

/**
 * Login sessions.
 * @returns a store; an expired session counts as none
 * @see ADR 0046; rule SEC-S118
 */
export function createLoginSessionStore(database: Database): LoginSessionStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  const liveOf = (userId: string) =>
    system
      .selectFrom('login_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', now());

  /** Ends the sessions that match. @returns their number */
  const endWhere = (condition: ReturnType<typeof sql<boolean>>) =>
    database.transaction(async ({ db }) => {
      const rows = await db
        .selectFrom('login_sessions')
        .select(columns)
        .where(condition)
        .forUpdate()
        .execute();
      await endSessions(db, rows);
      return rows.length;
    });

  return {
    begin: (session) =>
      database.transaction(async ({ db }) => {
        const id = await insertSession(db, session, now());
        await db
          .insertInto('login_session_grants')
          .values({ grant_id: session.grantId, session_id: id })
          .onConflict((conflict) => conflict.column('grant_id').doNothing())
          .execute();
        await endOldest(db, session.userId);
        return id;
      }),
    async ofGrant(grantId) {
      const row = await system
        .selectFrom('login_session_grants as g')
        .innerJoin('login_sessions as s', 's.id', 'g.session_id')
        .select(['s.id', 's.second_factor'])
        .where('g.grant_id', '=', grantId)
        .executeTakeFirst();
      return row && { id: row.id, secondFactor: row.second_factor };
    },
    async renew(id, { browser, network, lifetimeMs }) {
      await system
        .updateTable('login_sessions')
        .set({
          ...{ browser, network, last_used_at: now() },
          expires_at: new Date(clock.now() + lifetimeMs),
        })
        .where('id', '=', id)
        .execute();
    },
    async strengthen(id) {
      await system
        .updateTable('login_sessions')
        .set({ second_factor: true })
        .where('id', '=', id)
        .execute();
    },
    async live(userId) {
      const { rows } = await sql<{ id: string; second_factor: boolean; ended: string[] }>`
        select s.id, s.second_factor, array(select c.tenant_id from company_sessions c
          where c.session_id = s.id and c.ended_at is not null) as ended
        from login_sessions s where s.user_id = ${userId} and s.expires_at > ${now()}`.execute(
        system,
      );
      return new Map(
        rows.map((row) => [row.id, { secondFactor: row.second_factor, endedIn: row.ended }]),
      );
    },
    async list(userId, currentId) {
      const rows = await liveOf(userId).orderBy('last_used_at', 'desc').orderBy('id').execute();
      return rows.map((row) => toSession(row, currentId));
    },
    end: async (userId, id) =>
      (await endWhere(sql<boolean>`user_id = ${userId} and id = ${id}`)) > 0,
    endOthers: async (userId, keptId) => {
      await endWhere(sql<boolean>`user_id = ${userId} and id <> ${keptId}`);
    },
    endOf: async (of) => {
      await endWhere(
        'grantId' in of
          ? sql<boolean>`id = (select session_id from login_session_grants where grant_id = ${of.grantId})`
          : sql<boolean>`provider_uid = ${of.providerUid}`,
      );
    },
    ...companySessions(database),
    async purge() {
      const result = await system
        .deleteFrom('login_sessions')
        .where('expires_at', '<', now())
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

/**
 * Rows of the identity provider; `kind` is the provider's model. Expired rows count as absent. An id is a bearer's
 * secret (a refresh token, a code, a cookie): it is stored as a hash, and sealed within the payload.
 */
import { openSecret, type SecretKey, sealSecret } from '@interlude/runtime';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { OidcTable } from '../schema.ts';
import { hashedForm, oidcRowId as hashOf } from './oidc-row-id.ts';

export interface OidcRow {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Epoch ms of the first use; null while unused. */
  readonly consumedAt: number | null;
}

export interface OidcStore {
  upsert(
    kind: string,
    id: string,
    payload: Readonly<Record<string, unknown>>,
    options: { readonly expiresInSeconds?: number },
  ): Promise<void>;
  find(kind: string, id: string): Promise<OidcRow | undefined>;
  findByUid(kind: string, uid: string): Promise<OidcRow | undefined>;
  findByUserCode(kind: string, userCode: string): Promise<OidcRow | undefined>;
  /** Records the first use; later uses do not change its time. */
  consume(kind: string, id: string): Promise<void>;
  destroy(kind: string, id: string): Promise<void>;
  revokeByGrantId(kind: string, grantId: string): Promise<void>;
  /** Ends all sessions, grants and tokens of a user. */
  revokeByAccountId(accountId: string): Promise<void>;
  /** Removes expired rows, and hashes ids that an earlier version stored in plain text. */
  purge(): Promise<number>;
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * Keys under which a row may be stored: earlier versions stored the id itself, until `purge` hashed it. A hash is never
 * taken for an id.
 */
function keysOf(kind: string, id: string): readonly string[] {
  return id.startsWith(hashedForm) ? [hashOf(kind, id)] : [hashOf(kind, id), id];
}

const context = (kind: string) => `oidc.${kind}`;

type Payload = Readonly<Record<string, unknown>>;

/** Seals `jti`, the id, which the provider reads back. */
function sealed(key: SecretKey, kind: string, payload: Payload): Payload {
  const { jti } = payload;
  return typeof jti === 'string'
    ? { ...payload, jti: sealSecret(key, jti, context(kind)) }
    : payload;
}

function opened(key: SecretKey, kind: string, payload: Payload): Payload {
  const { jti } = payload;
  const id = typeof jti === 'string' ? openSecret(key, jti, context(kind)) : undefined;
  return id === undefined ? payload : { ...payload, jti: id };
}

const isPayload = (value: unknown): value is Payload => typeof value === 'object' && value !== null;

function toRow(row: Selectable<OidcTable> | undefined, key: SecretKey): OidcRow | undefined {
  if (row === undefined || !isPayload(row.payload)) return undefined;
  const payload = opened(key, row.kind, row.payload);
  return { payload: { ...payload }, consumedAt: row.consumed_at?.getTime() ?? null };
}

/**
 * Most unfinished sign-ins, and most sessions without a user, that are kept; anybody may begin them. Beyond it the
 * oldest are removed: a sign-in takes a minute, within which this many others would have to begin.
 */
export const pendingSignIns = { rows: 10_000, countedEvery: 100 } as const;

/** Unfinished sign-ins, and sessions without a user, which an unfinished sign-out leaves. */
const isPending = (kind: string, payload: Payload) =>
  kind === 'Interaction' || (kind === 'Session' && typeof payload['accountId'] !== 'string');

/** Rows that are hashed at a time. */
const hashedAtOnce = 1_000;

/** Hashes ids that an earlier version stored in plain text. */
async function hashOldRows({ system, secretKey }: Database): Promise<void> {
  const rows = await system
    .selectFrom('oidc')
    .selectAll()
    .where(sql<boolean>`id not like ${`${hashedForm}%`}`)
    .limit(hashedAtOnce)
    .execute();
  for (const { kind, id, payload } of rows) {
    const kept = sealed(secretKey, kind, isPayload(payload) ? payload : {});
    await system
      .updateTable('oidc')
      .set({ id: hashOf(kind, id), payload: JSON.stringify(kept) })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Rows of the identity provider: grants, codes, sessions and refresh tokens.
 * @returns a store over all tenants; an expired row counts as absent
 * @see rule SEC-S5, SEC-S29, SEC-S61
 */
export function createOidcStore(
  database: Database,
  limits: { readonly rows: number; readonly countedEvery: number } = pendingSignIns,
): OidcStore {
  const { system, clock, secretKey } = database;
  let begun = 0;
  const trimPending = async () => {
    await sql`delete from oidc where kind = 'Interaction' and id in (
      select id from oidc where kind = 'Interaction'
      order by expires_at desc nulls last offset ${limits.rows})`.execute(system);
    await sql`delete from oidc where kind = 'Session' and id in (
      select id from oidc where kind = 'Session' and payload ->> 'accountId' is null
      order by expires_at desc nulls last offset ${limits.rows})`.execute(system);
  };
  const now = () => new Date(clock.now());
  const findBy = async (
    column: 'id' | 'uid' | 'user_code',
    kind: string,
    values: readonly string[],
  ) =>
    toRow(
      await system
        .selectFrom('oidc')
        .selectAll()
        .where('kind', '=', kind)
        .where(column, 'in', values)
        .where(sql<boolean>`(expires_at is null or expires_at > ${now()})`)
        .executeTakeFirst(),
      secretKey,
    );
  return {
    async upsert(kind, id, payload, { expiresInSeconds }) {
      const columns = {
        payload: JSON.stringify(sealed(secretKey, kind, payload)),
        grant_id: text(payload['grantId']),
        user_code: text(payload['userCode']),
        uid: text(payload['uid']),
        expires_at:
          expiresInSeconds === undefined ? null : new Date(clock.now() + expiresInSeconds * 1_000),
      };
      const before = keysOf(kind, id).slice(1);
      if (before.length > 0) {
        await system
          .deleteFrom('oidc')
          .where('kind', '=', kind)
          .where('id', 'in', before)
          .execute();
      }
      await system
        .insertInto('oidc')
        .values({ kind, id: hashOf(kind, id), ...columns })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(columns))
        .execute();
      if (!isPending(kind, payload)) return;
      begun += 1;
      if (begun % limits.countedEvery === 0) await trimPending();
    },
    find: (kind, id) => findBy('id', kind, keysOf(kind, id)),
    findByUid: (kind, uid) => findBy('uid', kind, [uid]),
    findByUserCode: (kind, userCode) => findBy('user_code', kind, [userCode]),
    async consume(kind, id) {
      await system
        .updateTable('oidc')
        .set({ consumed_at: sql<Date>`coalesce(consumed_at, ${now()})` })
        .where('kind', '=', kind)
        .where('id', 'in', keysOf(kind, id))
        .execute();
    },
    async destroy(kind, id) {
      await system
        .deleteFrom('oidc')
        .where('kind', '=', kind)
        .where('id', 'in', keysOf(kind, id))
        .execute();
    },
    async revokeByGrantId(kind, grantId) {
      await system
        .deleteFrom('oidc')
        .where('kind', '=', kind)
        .where('grant_id', '=', grantId)
        .execute();
    },
    async revokeByAccountId(accountId) {
      await system
        .deleteFrom('oidc')
        .where(sql<string>`payload ->> 'accountId'`, '=', accountId)
        .execute();
      await system.deleteFrom('login_sessions').where('user_id', '=', accountId).execute();
    },
    async purge() {
      const result = await system
        .deleteFrom('oidc')
        .where('expires_at', '<', now())
        .executeTakeFirst();
      await hashOldRows(database);
      return Number(result.numDeletedRows);
    },
  };
}

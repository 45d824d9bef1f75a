/** Rows of the identity provider; `kind` is the provider's model. Expired rows count as absent. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { OidcTable } from '../schema.ts';

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
  /** Keeps the first time when it is consumed again. */
  consume(kind: string, id: string): Promise<void>;
  destroy(kind: string, id: string): Promise<void>;
  revokeByGrantId(kind: string, grantId: string): Promise<void>;
  /** Ends all sessions, grants and tokens of a user. */
  revokeByAccountId(accountId: string): Promise<void>;
  /** Removes what expired before now. */
  purge(): Promise<number>;
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

function toRow(row: Selectable<OidcTable> | undefined): OidcRow | undefined {
  if (row === undefined || typeof row.payload !== 'object' || row.payload === null)
    return undefined;
  return { payload: { ...row.payload }, consumedAt: row.consumed_at?.getTime() ?? null };
}

/**
 * What the identity provider keeps: grants, codes, sessions and refresh tokens.
 * @returns a store over all tenants; a row is gone when it has expired
 * @see rule SEC-S5
 */
export function createOidcStore(database: Database): OidcStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  const findBy = async (column: 'id' | 'uid' | 'user_code', kind: string, value: string) =>
    toRow(
      await system
        .selectFrom('oidc')
        .selectAll()
        .where('kind', '=', kind)
        .where(column, '=', value)
        .where(sql<boolean>`(expires_at is null or expires_at > ${now()})`)
        .executeTakeFirst(),
    );
  return {
    async upsert(kind, id, payload, { expiresInSeconds }) {
      const columns = {
        payload: JSON.stringify(payload),
        grant_id: text(payload['grantId']),
        user_code: text(payload['userCode']),
        uid: text(payload['uid']),
        expires_at:
          expiresInSeconds === undefined ? null : new Date(clock.now() + expiresInSeconds * 1_000),
      };
      await system
        .insertInto('oidc')
        .values({ kind, id, ...columns })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(columns))
        .execute();
    },
    find: (kind, id) => findBy('id', kind, id),
    findByUid: (kind, uid) => findBy('uid', kind, uid),
    findByUserCode: (kind, userCode) => findBy('user_code', kind, userCode),
    async consume(kind, id) {
      await system
        .updateTable('oidc')
        .set({ consumed_at: sql<Date>`coalesce(consumed_at, ${now()})` })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute();
    },
    async destroy(kind, id) {
      await system.deleteFrom('oidc').where('kind', '=', kind).where('id', '=', id).execute();
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
    },
    async purge() {
      const result = await system
        .deleteFrom('oidc')
        .where('expires_at', '<', now())
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

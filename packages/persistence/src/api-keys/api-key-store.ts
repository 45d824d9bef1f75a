/** API keys of a company; only their hashes are stored. */
import { createHash } from 'node:crypto';
import { type ApiKey, type ApiKeyInput, apiKeyLimits } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { scopeNow } from '../scope.ts';
import { apiKeysKind, refuseTaken, toApiKey } from './api-key-row.ts';

export interface FoundApiKey extends ApiKey {
  readonly tenantId: string;
}

export interface ApiKeyStore {
  list(tenantId: string): Promise<ApiKey[]>;
  /** @throws {DomainError} API_KEY_TAKEN, API_KEYS_TOO_MANY */
  create(tenantId: string, input: ApiKeyInput & { readonly createdBy: string }): Promise<ApiKey>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /**
   * Finds the permissions of a key as it was sent; undefined for an unknown or expired one. Records the use, to the
   * minute.
   */
  find(key: string): Promise<FoundApiKey | undefined>;
}

/** A key with which viewers start sessions: its hash, and its end. */
export interface SessionKey {
  readonly hash: string;
  /** Epoch ms; null = never. */
  readonly expiresAtMs: number | null;
}

const usedEveryMs = 60_000;

const hashOf = (key: string) => createHash('sha256').update(key.toLowerCase()).digest('hex');

/**
 * API keys.
 * @returns a store whose `find` reads across companies, because the key determines the company
 * @see ADR 0041; rule SEC-S115
 */
export function createApiKeyStore(database: Database): ApiKeyStore {
  const { system, clock } = database;
  return {
    list: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = db.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc');
        return (await rows.orderBy('id').execute()).map(toApiKey);
      }),
    create: (tenantId, { name, keyHash, role, scopes, requestsPerMinute, expiresAt, createdBy }) =>
      refuseTaken(() =>
        database.forTenant(tenantId, async (scope) => {
          const { db } = scope;
          const known = await db.selectFrom('api_keys').select('id').execute();
          if (known.length >= apiKeyLimits.keys) {
            throw domainError('API_KEYS_TOO_MANY', { limit: apiKeyLimits.keys });
          }
          const now = scopeNow(scope);
          const id = newId(now.getTime());
          const row = await db
            .insertInto('api_keys')
            .values({
              ...{ id, name, key_hash: keyHash, role, scopes: [...new Set(scopes)] },
              ...{ requests_per_minute: requestsPerMinute, created_by: createdBy },
              expires_at: expiresAt === null ? null : new Date(expiresAt),
              created_at: now,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
          await notifyChange(db, { tenant: tenantId, kind: apiKeysKind, id, action: 'created' });
          return toApiKey(row);
        }),
      ),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const gone = await db.deleteFrom('api_keys').where('id', '=', id).executeTakeFirst();
        if (gone.numDeletedRows === 0n) return false;
        await notifyChange(db, { tenant: tenantId, kind: apiKeysKind, id, action: 'removed' });
        return true;
      }),
    async find(key) {
      const now = new Date(clock.now());
      const row = await system
        .selectFrom('api_keys')
        .selectAll()
        .where('key_hash', '=', hashOf(key))
        .where(sql<boolean>`(expires_at is null or expires_at > ${now})`)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (now.getTime() - (row.last_used_at?.getTime() ?? 0) >= usedEveryMs) {
        await system
          .updateTable('api_keys')
          .set({ last_used_at: now })
          .where('tenant_id', '=', row.tenant_id)
          .where('id', '=', row.id)
          .execute();
      }
      return { ...toApiKey(row), tenantId: row.tenant_id };
    },
  };
}

/**
 * Hashes of the keys with the scope `sessions`, for the stitcher: of all companies, or of one.
 * @returns keys by company
 * @see rule SEC-S115
 */
export async function readSessionKeys(
  database: Database,
  tenantId?: string,
): Promise<ReadonlyMap<string, readonly SessionKey[]>> {
  let query = database.system
    .selectFrom('api_keys')
    .select(['tenant_id', 'key_hash', 'expires_at'])
    .where(sql<boolean>`'sessions' = any(scopes)`);
  if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
  const rows = await query.execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.tenant_id)].map(([company, keys]) => [
      company,
      keys.map((row) => ({
        hash: row.key_hash,
        expiresAtMs: row.expires_at?.getTime() ?? null,
      })),
    ]),
  );
}

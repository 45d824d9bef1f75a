/**
 * What a store function works in: one transaction, the time, and the key for secrets. A TenantScope sees
 * one tenant, by the database's own rules; a SystemScope sees all of them.
 */
import type { Clock, SecretKey } from '@interlude/runtime';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export interface SystemScope {
  readonly db: Transaction<Schema>;
  readonly clock: Clock;
  readonly secretKey: SecretKey;
}

export interface TenantScope extends SystemScope {
  readonly tenantId: string;
}

/** The time of the scope as the database takes it. */
export function scopeNow(scope: Pick<SystemScope, 'clock'>): Date {
  return new Date(scope.clock.now());
}

/**
 * Runs `work` in one transaction that sees the rows of `tenantId` only. The only way to a tenant's tables
 * for requests.
 */
export function withTenant<T>(
  requests: Kysely<Schema>,
  scope: Omit<TenantScope, 'db'>,
  work: (scope: TenantScope) => Promise<T>,
): Promise<T> {
  if (scope.tenantId === '') return Promise.reject(new Error('a tenant is needed'));
  return requests.transaction().execute(async (db) => {
    await sql`select set_config('app.tenant', ${scope.tenantId}, true)`.execute(db);
    return work({ ...scope, db });
  });
}

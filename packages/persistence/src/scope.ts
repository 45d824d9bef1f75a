/**
 * What a store function works in: one transaction, the time, and the key for secrets. A TenantScope sees
 * one tenant, by the database's own rules; a SystemScope sees all of them.
 */
import type { Clock, SecretKey } from '@interlude/runtime';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { auditSetting } from './audit-log/audit-request.ts';
import type { Schema } from './schema.ts';

export interface SystemScope {
  /** Inside the transaction; do not begin another one on it. */
  readonly db: Kysely<Schema>;
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
 * Runs `work` in one transaction that sees the rows of `tenantId` only. With `readWithTenant` the only way
 * to a tenant's tables for requests. The transaction begins and gets its tenant in one round trip: most
 * requests are so short that another one would be a fifth of their time.
 */
export function withTenant<T>(
  requests: Kysely<Schema>,
  scope: Omit<TenantScope, 'db'>,
  work: (scope: TenantScope) => Promise<T>,
): Promise<T> {
  if (scope.tenantId === '') return Promise.reject(new Error('a tenant is needed'));
  const tenant = pg.escapeLiteral(scope.tenantId);
  const audit = auditSetting();
  const audited =
    audit === undefined ? '' : `, set_config('app.audit', ${pg.escapeLiteral(audit)}, true)`;
  return requests.connection().execute(async (db) => {
    try {
      await sql
        .raw(`begin; select set_config('app.tenant', ${tenant}, true)${audited}`)
        .execute(db);
      const result = await work({ ...scope, db });
      // After a failed statement COMMIT would roll back without a word; the SELECT fails then.
      await sql.raw('select 1; commit').execute(db);
      return result;
    } catch (error) {
      await sql`rollback`.execute(db).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Rows of each of the statements, which see the rows of `tenantId` only. They go out with the tenant as
 * one message, which the server runs as one transaction: one round trip and one write. Such a message
 * carries no parameters, so statements with any are refused; text of a client belongs into `withTenant`.
 */
export async function readWithTenant(
  requests: { readonly pool: pg.Pool; readonly db: Kysely<Schema> },
  tenantId: string,
  statements: readonly RawBuilder<unknown>[],
): Promise<unknown[][]> {
  if (tenantId === '') throw new Error('a tenant is needed');
  const texts = statements.map((statement) => {
    const { sql: text, parameters } = statement.compile(requests.db);
    if (parameters.length > 0) throw new Error('a statement with parameters needs withTenant');
    return text;
  });
  const tenant = `select set_config('app.tenant', ${pg.escapeLiteral(tenantId)}, true)`;
  const answer: unknown = await requests.pool.query([tenant, ...texts].join('; '));
  const results: readonly pg.QueryResult<unknown[]>[] = Array.isArray(answer) ? answer : [];
  return results.slice(1).map(({ rows }) => rows);
}

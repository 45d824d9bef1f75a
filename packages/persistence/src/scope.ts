/**
 * Scope of a store function: one transaction, the clock, and the key for secrets. Row-level security shows a
 * TenantScope one tenant; a SystemScope sees all of them.
 */
import type { Clock, SecretKey } from '@interlude/runtime';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { auditSetting } from './audit-log/audit-request.ts';
import type { Schema } from './schema.ts';

export interface SystemScope {
  /** The transaction; do not begin another one on it. */
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secretKey: SecretKey;
}

export interface TenantScope extends SystemScope {
  readonly tenantId: string;
}

/** Time of the scope as a Date, for the database. */
export function scopeNow(scope: Pick<SystemScope, 'clock'>): Date {
  return new Date(scope.clock.now());
}

/**
 * Runs `work` in one transaction that sees the rows of `tenantId` only. Requests reach the tables of a tenant only by
 * this function and `readWithTenant`. The transaction begins and gets its tenant in one round trip: a second one would
 * take a fifth of the time of most requests.
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
      // After a failed statement COMMIT would roll back without an error; this SELECT fails then.
      await sql.raw('select 1; commit').execute(db);
      return result;
    } catch (error) {
      await sql`rollback`.execute(db).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Runs statements that see the rows of `tenantId` only. They are sent with the tenant as one message, which the server
 * runs as one transaction: one round trip. Such a message carries no parameters, so statements with parameters are
 * refused; text of a client belongs into `withTenant`.
 * @returns the rows of each statement
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

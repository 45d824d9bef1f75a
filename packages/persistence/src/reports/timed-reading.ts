/** Reads for reports, each statement within its time: a report that takes longer is refused, and the database is free again. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Of one statement, and of the sketches of one figure. */
export const statementMs = 5_000;

/** The database needed more time than a report may take. */
export class ReportTooSlow extends Error {
  override readonly name = 'ReportTooSlow';
}

/** `query_canceled`. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

/**
 * In one transaction that sees the rows of `tenantId` only.
 * @throws {ReportTooSlow} a statement took longer than 5 s
 */
export async function readInTime<T>(
  database: Database,
  tenantId: string,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  try {
    return await database.forTenant(tenantId, async ({ db }) => {
      await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(db);
      return work(db);
    });
  } catch (error) {
    throw isTimeout(error)
      ? new ReportTooSlow('a statement took too long', { cause: error })
      : error;
  }
}

/**
 * Reads for reports with a time limit for each statement: a report that takes longer is refused and stops loading the
 * database.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Limit of one statement, and of all sketches of one figure together. */
export const statementMs = 5_000;

/** The database took longer than a report may. */
export class ReportTooSlow extends Error {
  override readonly name = 'ReportTooSlow';
}

/** SQLSTATE `query_canceled`. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

/**
 * Runs `work` in one transaction that sees the rows of `tenantId` only.
 * @throws {ReportTooSlow} when a statement took longer than 5 s
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

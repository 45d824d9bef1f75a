/** Removes old jobs with their logs, in small steps, so that no other process waits for locks on many of them. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Rows of one statement. */
const batchRows = 500;

/**
 * Removes done jobs that ended before a time, and failed ones that were archived before it: a failed job that is not
 * archived still prevents another job for its creative.
 * @param batch rows per statement
 * @returns the number of removed jobs
 * @see SLATE-012; ADR 0022
 */
export async function purgeJobs(
  database: Database,
  beforeMs: number,
  batch = batchRows,
): Promise<number> {
  const before = new Date(beforeMs);
  for (let removed = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from jobs where (tenant_id, id) in (
        select tenant_id, id from jobs
        where (status = 'done' and ended_at < ${before})
           or (status = 'failed' and archived and greatest(ended_at, updated_at) < ${before})
        limit ${batch} for update skip locked)`.execute(database.system);
    removed += Number(numAffectedRows);
    if (Number(numAffectedRows) < batch) return removed;
  }
}

/** Work that only one process of the installation does at a time. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Runs `work` when nobody else runs the work of this name; otherwise does nothing. The lock is an advisory
 * one of a transaction: it ends with the work, or with the process.
 * @returns whether it ran
 */
export function runExclusively(
  database: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return database.system.transaction().execute(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`work:${name}`}, 0)) as taken`.execute(
      db,
    );
    if (rows[0]?.taken !== true) return false;
    await work();
    return true;
  });
}

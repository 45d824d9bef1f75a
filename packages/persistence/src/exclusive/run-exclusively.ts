/** Runs work in one process of the installation at a time. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface LockLife {
  /** The server ends the lock of a holder that has sent nothing for this long. */
  readonly silentMs: number;
  /** Interval of the holder's queries while it works. */
  readonly callEveryMs: number;
}

const usualLife: LockLife = { silentMs: 20_000, callEveryMs: 4_000 };

/**
 * Runs `work` unless another process runs work of this name. The lock is an advisory lock of a transaction: it ends
 * with the work, with the process, or when the process stops sending (stopped, or its machine paused), so that a frozen
 * process does not block the others.
 * @returns whether it ran
 * @throws the error of `work`, or that of the connection when the lock was lost meanwhile
 * @see PostgreSQL §13.3.5, Advisory Locks
 */
export function runExclusively(
  database: Database,
  name: string,
  work: () => Promise<void>,
  { silentMs, callEveryMs }: LockLife = usualLife,
): Promise<boolean> {
  return database.system.transaction().execute(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(silentMs)}`.execute(db);
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`work:${name}`}, 0)) as taken`.execute(
      db,
    );
    if (rows[0]?.taken !== true) return false;
    let called: Promise<unknown> = Promise.resolve();
    const calling = setInterval(() => {
      // A lost connection is reported by the commit.
      called = sql`select 1`.execute(db).catch(() => undefined);
    }, callEveryMs);
    try {
      await work();
    } finally {
      clearInterval(calling);
      await called;
    }
    return true;
  });
}

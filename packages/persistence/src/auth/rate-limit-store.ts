/**
 * Rate limits shared by all processes: a fixed window for each key. Counting is one upsert, so that two concurrent
 * requests are both counted.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface GrowingWait {
  /** Attempts that are allowed without a wait. */
  readonly free: number;
  /** Wait after the first attempt beyond `free`, ms; it doubles with each further one. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Time without an attempt after which the count restarts, ms. */
  readonly forgetMs: number;
}

export interface RateLimitStore {
  /**
   * Counts an attempt.
   * @param limit `points` allowed in `windowMs` milliseconds from the first one on
   * @returns milliseconds until the next attempt is allowed; 0 = this one is allowed
   */
  take(key: string, limit: { readonly points: number; readonly windowMs: number }): Promise<number>;
  /**
   * Counts an attempt, after which the next has to wait, longer each time. An attempt that comes too early is not
   * counted.
   * @returns milliseconds until the next attempt is allowed; 0 = this one is allowed
   */
  takeGrowing(key: string, wait: GrowingWait): Promise<number>;
  /** Takes back one counted attempt. */
  giveBack(key: string): Promise<void>;
  /** Forgets all attempts of the key. */
  clear(key: string): Promise<void>;
  /** Removes windows that are over. */
  purge(): Promise<number>;
}

/**
 * Counters with a fixed window, shared by all processes.
 * @returns a store whose `take` counts in one statement
 * @see rule SEC-S12; ADR 0015
 */
export function createRateLimitStore(database: Database): RateLimitStore {
  const { system, clock } = database;
  return {
    async take(key, { points, windowMs }) {
      const nowMs = clock.now();
      const now = new Date(nowMs);
      const { rows } = await sql<{ points: number; resets_at: Date }>`
        insert into rate_limits as r (key, points, resets_at)
        values (${key}, 1, ${new Date(nowMs + windowMs)})
        on conflict (key) do update set
          points = case when r.resets_at <= ${now} then 1 else r.points + 1 end,
          resets_at = case when r.resets_at <= ${now} then excluded.resets_at else r.resets_at end
        returning points, resets_at`.execute(system);
      const [row] = rows;
      return row === undefined || row.points <= points
        ? 0
        : Math.max(1, row.resets_at.getTime() - nowMs);
    },
    async takeGrowing(key, { free, firstWaitMs, longestWaitMs, forgetMs }) {
      const nowMs = clock.now();
      const now = new Date(nowMs);
      const points = sql`case when r.resets_at <= ${now} then 1 else r.points + 1 end`;
      // Bounds the exponent, so that no count makes the interval overflow.
      const waitSeconds = sql`case when ${points} < ${free} then 0 else
        least(${longestWaitMs}::float8, ${firstWaitMs}::float8 * power(2, least(${points} - ${free}, 30))) / 1000 end`;
      const { rows } = await sql<{ points: number }>`
        insert into rate_limits as r (key, points, resets_at, not_before)
        values (${key}, 1, ${new Date(nowMs + forgetMs)}, ${now})
        on conflict (key) do update set
          points = ${points},
          resets_at = excluded.resets_at,
          not_before = ${now}::timestamptz + make_interval(secs => ${waitSeconds})
        where r.not_before is null or r.not_before <= ${now} or r.resets_at <= ${now}
        returning points`.execute(system);
      if (rows.length > 0) return 0;
      const row = await system
        .selectFrom('rate_limits')
        .select('not_before')
        .where('key', '=', key)
        .executeTakeFirst();
      return Math.max(1, (row?.not_before?.getTime() ?? nowMs) - nowMs);
    },
    async giveBack(key) {
      await system
        .updateTable('rate_limits')
        .set({ points: sql<number>`greatest(points - 1, 0)` })
        .where('key', '=', key)
        .execute();
    },
    async clear(key) {
      await system.deleteFrom('rate_limits').where('key', '=', key).execute();
    },
    async purge() {
      const result = await system
        .deleteFrom('rate_limits')
        .where('resets_at', '<', new Date(clock.now()))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

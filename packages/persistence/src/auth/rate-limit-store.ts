/**
 * Rate limits that all processes share: a fixed window a key, counted by one statement. Counting is one
 * upsert, so two requests at the same moment are both counted.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface RateLimitStore {
  /**
   * Counts one.
   * @param limit `points` allowed in `windowMs` milliseconds from the first one on
   * @returns milliseconds until the next one is allowed; 0 = this one is allowed
   */
  take(key: string, limit: { readonly points: number; readonly windowMs: number }): Promise<number>;
  /** Takes back one that was counted. */
  giveBack(key: string): Promise<void>;
  /** Forgets what was counted. */
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

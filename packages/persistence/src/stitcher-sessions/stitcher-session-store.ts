/** Sessions that each stitcher holds, by company. Read across companies. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Seconds without a report after which a stitcher counts as gone: six reports. */
const goneAfterSeconds = 30;

export interface OtherStitchers {
  /** Sessions of all other stitchers together, by company. */
  readonly sessions: ReadonlyMap<string, number>;
  /** Number of other stitchers. */
  readonly count: number;
  /** Time on the clock of the database, epoch ms. */
  readonly nowMs: number;
}

export interface StitcherSessionStore {
  /** Reports the stitcher's sessions by company and its viewers by channel; reads the sessions of the others. */
  exchange(
    stitcher: string,
    own: ReadonlyMap<string, number>,
    watching?: ReadonlyMap<string, number>,
  ): Promise<OtherStitchers>;
  /** Removes the report of a stitcher that stops. */
  leave(stitcher: string): Promise<void>;
}

function entriesOf(sessions: unknown): (readonly [string, number])[] {
  const entries = Object.entries(typeof sessions === 'object' && sessions !== null ? sessions : {});
  return entries.flatMap(([tenantId, count]) =>
    typeof count === 'number' ? [[tenantId, count] as const] : [],
  );
}

/**
 * Counts of sessions, by stitcher. Times are by the clock of the database, because clocks of machines differ.
 * @returns a store; a stitcher without a report for 30 s counts as gone
 * @see rule SEC-S62
 */
export function createStitcherSessionStore({ system }: Database): StitcherSessionStore {
  return {
    async exchange(stitcher, own, watching = new Map()) {
      const sessions = JSON.stringify(Object.fromEntries(own));
      const viewers = JSON.stringify(Object.fromEntries(watching));
      const reported = await sql<{ now_ms: number }>`
        insert into stitcher_sessions (stitcher, sessions, watching, seen_at)
        values (${stitcher}, ${sessions}::jsonb, ${viewers}::jsonb, now())
        on conflict (stitcher) do update
          set sessions = excluded.sessions, watching = excluded.watching, seen_at = excluded.seen_at
        returning (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`.execute(system);
      await sql`delete from stitcher_sessions
        where seen_at < now() - make_interval(secs => ${goneAfterSeconds})`.execute(system);
      const { rows } = await sql<{ sessions: unknown }>`
        select sessions from stitcher_sessions where stitcher <> ${stitcher}`.execute(system);
      const others = new Map<string, number>();
      for (const [tenantId, count] of rows.flatMap((row) => entriesOf(row.sessions))) {
        others.set(tenantId, (others.get(tenantId) ?? 0) + count);
      }
      const nowMs = reported.rows[0]?.now_ms ?? Date.now();
      return { sessions: others, count: rows.length, nowMs };
    },
    async leave(stitcher) {
      await sql`delete from stitcher_sessions where stitcher = ${stitcher}`.execute(system);
    },
  };
}

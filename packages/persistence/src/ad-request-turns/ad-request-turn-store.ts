/**
 * Turns of ad requests at an ad server, so that all stitchers together stay below its limit. Used by stitchers only.
 */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Turns that a stitcher requests at one ad server of a company. */
export interface TurnsWanted {
  readonly tenantId: string;
  /** Scheme, host and port. */
  readonly server: string;
  readonly count: number;
  /** Requests a second, above 0. */
  readonly perSecond: number;
  /** Time within which the last one has to begin, ms. */
  readonly withinMs: number;
}

/** Turns at even intervals of 1 s / `perSecond`. */
export interface TurnsGiven {
  /** Time until the first turn, ms. */
  readonly firstInMs: number;
  /** At most the `count` that was requested; 0 when the limit leaves no turn within that time. */
  readonly count: number;
}

export interface AdRequestTurnStore {
  /**
   * Takes the turns that follow those already taken, in one statement.
   * @param wanted one entry for each ad server
   * @returns turns in the order of `wanted`
   */
  take(wanted: readonly TurnsWanted[]): Promise<TurnsGiven[]>;
  /** Removes ad servers whose last turn was before this time; epoch ms. @returns rows removed */
  purge(beforeMs: number): Promise<number>;
}

interface TurnRow {
  readonly tenant_id: string;
  readonly server: string;
  readonly first_in_ms: number;
  readonly turns: number;
}

const keyOf = (tenantId: string, server: string) => `${tenantId} ${server}`;

/** @see ADR 0069 */
export function createAdRequestTurnStore({ system }: Database): AdRequestTurnStore {
  return {
    async take(wanted) {
      if (wanted.length === 0) return [];
      // Ordered keys, so that two stitchers never deadlock.
      const ordered = wanted.toSorted((a, b) =>
        keyOf(a.tenantId, a.server) < keyOf(b.tenantId, b.server) ? -1 : 1,
      );
      const { rows } = await sql<TurnRow>`
        select w.tenant_id, w.server, t.first_in_us::double precision / 1000 as first_in_ms, t.turns
        from unnest(${ordered.map(({ tenantId }) => tenantId)}::text[],
          ${ordered.map(({ server }) => server)}::text[],
          ${ordered.map(({ count }) => count)}::integer[],
          ${ordered.map(({ perSecond }) => 1_000_000 / perSecond)}::double precision[],
          ${ordered.map(({ withinMs }) => Math.floor(withinMs * 1000))}::bigint[])
          as w (tenant_id, server, wanted, step_us, within_us),
          take_ad_request_turns(w.tenant_id, w.server, w.wanted, w.step_us, w.within_us) as t`.execute(
        system,
      );
      const byKey = new Map(rows.map((row) => [keyOf(row.tenant_id, row.server), row]));
      return wanted.map(({ tenantId, server }) => {
        const row = byKey.get(keyOf(tenantId, server));
        return { firstInMs: row?.first_in_ms ?? 0, count: row?.turns ?? 0 };
      });
    },
    async purge(beforeMs) {
      const { numDeletedRows } = await system
        .deleteFrom('ad_request_turns')
        .where('next_us', '<', String(Math.floor(beforeMs) * 1000))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Turns of ad requests at an ad server, so that all stitchers together keep to its limit. Stitchers alone use it. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Of one ad server of a company. */
export interface TurnsWanted {
  readonly tenantId: string;
  /** Scheme, host and port. */
  readonly server: string;
  readonly count: number;
  /** Requests a second, above 0. */
  readonly perSecond: number;
  /** The last one has to begin within this time, ms. */
  readonly withinMs: number;
}

/** Evenly spaced, one each 1 s / `perSecond`. */
export interface TurnsGiven {
  /** Until the first, ms from now. */
  readonly firstInMs: number;
  /** `count` of what was wanted at most; 0: the limit leaves none within that time. */
  readonly count: number;
}

export interface AdRequestTurnStore {
  /**
   * Takes turns behind those that are taken, in one statement.
   * @param wanted of different ad servers
   * @returns in their order
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
      // Keys in one order, so that two stitchers never wait for each other.
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

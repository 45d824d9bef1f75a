/** Which events of ads have happened in playback sessions, whichever stitcher saw the request. Stitchers alone use it. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SessionEntryKey } from '../session-entries/session-entry-store.ts';

export interface EventClaim extends SessionEntryKey {
  /** Place of the ad in its break, from 0. */
  readonly slot: number;
  /** A bit each; bit 0 is the impression. */
  readonly events: number;
  /** One that is repeated because its answer was lost has the same. */
  readonly id: string;
}

/** Events that had happened before a claim, and those that have happened with it. */
export interface ClaimedEvents {
  readonly before: number;
  readonly after: number;
}

export interface EventClaimStore {
  /**
   * Events that have not happened yet happen now, in one statement. Nothing of an ad happens before its impression
   * (rule B3): without one, and without claiming it, none is granted. A claim that is repeated is answered as the first
   * time, unless another one of the ad came between.
   * @param claims of different placements
   * @returns in their order
   */
  claim(claims: readonly EventClaim[]): Promise<ClaimedEvents[]>;
  /** Removes those claimed last before this time; epoch ms. @returns rows removed */
  purge(beforeMs: number): Promise<number>;
}

interface ClaimRow {
  readonly tenant_id: string;
  readonly session: string;
  readonly break_id: string;
  readonly slot: number;
  readonly before: number;
  readonly events: number;
}

const keyOf = ({ tenantId, session, breakId, slot }: Omit<EventClaim, 'events' | 'id'>) =>
  `${tenantId} ${session} ${slot} ${breakId}`;

const keyOfRow = (row: ClaimRow) =>
  keyOf({ tenantId: row.tenant_id, session: row.session, breakId: row.break_id, slot: row.slot });

/**
 * Events of ads, each of which one stitcher makes happen.
 * @see ADR 0067
 */
export function createEventClaimStore({ system }: Database): EventClaimStore {
  return {
    async claim(claims) {
      if (claims.length === 0) return [];
      // Keys in one order, so that two stitchers never wait for each other.
      const ordered = claims.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      const { rows } = await sql<ClaimRow>`
        insert into event_claims as c (tenant_id, session, break_id, slot, events, before, asked, claim)
        select tenant_id, session, break_id, slot, case when asked & 1 = 1 then asked else 0 end, 0, asked, id
        from unnest(${ordered.map(({ tenantId }) => tenantId)}::text[],
          ${ordered.map(({ session }) => session)}::text[],
          ${ordered.map(({ breakId }) => breakId)}::text[],
          ${ordered.map(({ slot }) => slot)}::integer[],
          ${ordered.map(({ events }) => events)}::integer[],
          ${ordered.map(({ id }) => id)}::text[])
          as claims (tenant_id, session, break_id, slot, asked, id)
        on conflict (tenant_id, session, break_id, slot) do update set
          before = case when c.claim = excluded.claim then c.before else c.events end,
          events = case when (c.events | excluded.asked) & 1 = 1 then c.events | excluded.asked else c.events end,
          asked = excluded.asked,
          claim = excluded.claim,
          claimed_at = now()
        returning tenant_id, session, break_id, slot, before, events`.execute(system);
      const byKey = new Map(rows.map((row) => [keyOfRow(row), row]));
      return claims.map((claim) => {
        const { before = 0, events: after = 0 } = byKey.get(keyOf(claim)) ?? {};
        return { before, after };
      });
    },
    async purge(beforeMs) {
      const { numDeletedRows } = await system
        .deleteFrom('event_claims')
        .where('claimed_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Events of ads that happened in playback sessions, whichever stitcher got the request. Used by stitchers only. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SessionEntryKey } from '../session-entries/session-entry-store.ts';

export interface EventClaim extends SessionEntryKey {
  /** Place of the ad in its break, from 0. */
  readonly slot: number;
  /** Bit mask of events; bit 0 is the impression. */
  readonly events: number;
  /** A claim that is repeated because its answer was lost has the same id. */
  readonly id: string;
}

/** Bit masks of the events that had happened before a claim, and of those that have happened with it. */
export interface ClaimedEvents {
  readonly before: number;
  readonly after: number;
}

export interface EventClaimStore {
  /**
   * Grants the events that have not happened yet, in one statement. Rule B3: no event of an ad happens before its
   * impression; a claim without it, of an ad without it, grants nothing. A repeated claim gets the same answer, unless
   * another claim for the ad came between.
   * @param claims at most one for each placement
   * @returns answers in the order of `claims`
   */
  claim(claims: readonly EventClaim[]): Promise<ClaimedEvents[]>;
  /** Removes claims last changed before this time; epoch ms. @returns rows removed */
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
 * Claims of ad events: one stitcher makes each event happen.
 * @see ADR 0067
 */
export function createEventClaimStore({ system }: Database): EventClaimStore {
  return {
    async claim(claims) {
      if (claims.length === 0) return [];
      // Ordered keys, so that two stitchers never deadlock.
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

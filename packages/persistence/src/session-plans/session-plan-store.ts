/** The latest splice plan of each playback session. Used by stitchers only. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { SessionKey } from '../session-entries/session-entry-store.ts';

export interface StoredSessionPlan extends SessionKey {
  readonly channelId: string;
  /** Sealed by the stitcher. */
  readonly plan: Buffer;
}

export interface SessionPlanStore {
  /** Stores plans in place of earlier ones; at most one for each session. */
  put(plans: readonly StoredSessionPlan[]): Promise<void>;
  ofSessions(sessions: readonly SessionKey[]): Promise<StoredSessionPlan[]>;
  /** Removes plans stored before this time; epoch ms. @returns rows removed */
  purge(beforeMs: number): Promise<number>;
}

const keyOf = ({ tenantId, session }: SessionKey) => `${tenantId} ${session}`;

/**
 * Splice plans of playback sessions, by session.
 * @see ADR 0064
 */
export function createSessionPlanStore({ system }: Database): SessionPlanStore {
  return {
    async put(plans) {
      if (plans.length === 0) return;
      // Ordered keys, so that two writers never deadlock.
      const ordered = plans.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      await sql`
        insert into session_plans (tenant_id, channel_id, session, plan)
        select * from unnest(${ordered.map(({ tenantId }) => tenantId)}::text[],
          ${ordered.map(({ channelId }) => channelId)}::text[],
          ${ordered.map(({ session }) => session)}::text[],
          ${ordered.map(({ plan }) => plan)}::bytea[])
        on conflict (tenant_id, session) do update set plan = excluded.plan, stored_at = now()
      `.execute(system);
    },
    async ofSessions(sessions) {
      if (sessions.length === 0) return [];
      const { rows } = await sql<{
        tenant_id: string;
        channel_id: string;
        session: string;
        plan: Buffer;
      }>`
        select p.tenant_id, p.channel_id, p.session, p.plan from session_plans p
        join unnest(${sessions.map(({ tenantId }) => tenantId)}::text[],
          ${sessions.map(({ session }) => session)}::text[]) as s (tenant_id, session)
        using (tenant_id, session)`.execute(system);
      return rows.map(({ tenant_id: tenantId, channel_id: channelId, session, plan }) => {
        return { tenantId, channelId, session, plan };
      });
    },
    async purge(beforeMs) {
      const { numDeletedRows } = await system
        .deleteFrom('session_plans')
        .where('stored_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

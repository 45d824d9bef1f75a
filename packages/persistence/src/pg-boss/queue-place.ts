/**
 * Whose turn it is: start-time fair queueing over tenants. Each place in the queue gets a number, at least that
 * of the job begun last and one more than the tenant's newest place; the smallest number is next. A tenant
 * with a thousand jobs so waits behind its own, and nobody waits for ever.
 */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export interface QueuePlaces {
  /** Takes the next place of a tenant. */
  next(tenantId: string): number;
}

export function createQueuePlaces(
  started: number,
  newest: ReadonlyMap<string, number>,
): QueuePlaces {
  const last = new Map(newest);
  return {
    next(tenantId) {
      const before = last.get(tenantId);
      const place = Math.max(started, before === undefined ? 0 : before + 1);
      last.set(tenantId, place);
      return place;
    },
  };
}

/** Places are priorities turned round: pg-boss takes the greatest first. */
export async function readQueuePlaces(db: Kysely<Schema>, queue: string): Promise<QueuePlaces> {
  const { rows } = await sql<{ tenant: string; newest: number | null; started: number | null }>`
    select coalesce(group_id, '') as tenant,
           max(-priority) filter (where state < 'completed') as newest,
           max(-priority) filter (where state >= 'active') as started
    from pgboss.job where name = ${queue} group by group_id`.execute(db);
  const newest = new Map<string, number>();
  for (const row of rows) if (row.newest !== null) newest.set(row.tenant, row.newest);
  return createQueuePlaces(Math.max(0, ...rows.map((row) => row.started ?? 0)), newest);
}

/**
 * Order of jobs: start-time fair queueing over tenants. The number of a new place is at least that of the job begun
 * last, and at least one more than the tenant's newest place; the smallest number is next. So a tenant with a thousand
 * jobs delays only its own, and every job is reached.
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

/** Reads places from priorities, which are their negatives: pg-boss takes the greatest first. */
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

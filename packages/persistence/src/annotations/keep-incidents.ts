/** Keeps incidents of charts for as long as figures: findings of the monitor are removed after a day. */
import { annotationLimits } from '@interlude/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { incidentId } from './annotation-store.ts';

const { channels, incidents } = annotationLimits;

/**
 * Removes findings that were last seen before a time, and keeps those with the severity error as incidents: one
 * statement, so none is lost and none counted twice. Of a company the newest 5,000 stay.
 * @param db across companies
 */
export async function keepIncidents(db: Kysely<Schema>, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from monitoring_findings where last_seen < ${before} returning *
    )
    insert into past_incidents as p (tenant_id, id, began_at, ended_at, title, cause, channel_ids)
    select tenant_id, ${incidentId}, min(first_seen), max(last_seen),
      left(coalesce(min(body ->> 'title'), ''), 300), left(cause, 300),
      (array_agg(distinct channel_id))[1:${sql.lit(channels)}]
    from gone where severity = 'error'
    group by tenant_id, cause, ${incidentId}
    on conflict (tenant_id, id) do update set
      began_at = least(p.began_at, excluded.began_at),
      ended_at = greatest(p.ended_at, excluded.ended_at),
      channel_ids = (array(select distinct unnest(p.channel_ids || excluded.channel_ids)))[1:${sql.lit(channels)}]`.execute(
    db,
  );
  await sql`
    delete from past_incidents p using (
      select tenant_id, id, row_number() over (partition by tenant_id order by began_at desc, id) as place
      from past_incidents
    ) ranked
    where ranked.place > ${incidents} and (p.tenant_id, p.id) = (ranked.tenant_id, ranked.id)`.execute(
    db,
  );
}

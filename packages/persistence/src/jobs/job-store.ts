/** Jobs as the screens list them; what they consist of comes with the job engine. */
import { type Job, jobStatuses, type ListQuery, type Page } from '@interlude/contract';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import type { JobsTable } from '../schema.ts';

export interface JobStore {
  /** Filters: `status`, `titleId`. @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<Job>>;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

const toJob = (row: Selectable<JobsTable>): Job => ({
  id: row.id,
  name: row.name,
  status: jobStatuses.find((status) => status === row.status) ?? 'failed',
  progress: row.progress,
  start: iso(row.started_at),
  end: iso(row.ended_at),
  flowId: row.flow_id,
  titleId: row.title_id,
  createdAt: row.created_at.toISOString(),
  archived: row.archived,
});

export function createJobStore(database: Database): JobStore {
  return {
    list: (tenantId, query) =>
      database.forTenant(tenantId, async ({ db }) => {
        const page = await fetchPage<Selectable<JobsTable>>(
          db,
          {
            select: sql`*`,
            from: sql`jobs`,
            where: [
              ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
              ...(query.titleId === undefined ? [] : [sql`title_id = ${query.titleId}`]),
              ...(query.archived === undefined ? [] : [sql`archived = ${query.archived}`]),
              ...(query.time === undefined
                ? []
                : [sql`(ended_at is null or ended_at >= ${new Date(query.time)})`]),
            ],
            sortable: {
              createdAt: sql`created_at`,
              name: sql`lower(name)`,
              status: sql`status`,
              progress: sql`progress`,
              start: sql`coalesce(started_at, '-infinity')`,
              end: sql`coalesce(ended_at, '-infinity')`,
              id: sql`id`,
            },
            searched: [sql`name`, sql`id`],
            tieBreak: sql`id`,
            counted: 'jobs',
          },
          query,
        );
        return { rows: page.rows.map(toJob), total: page.total };
      }),
  };
}

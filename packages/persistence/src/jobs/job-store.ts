/** Jobs for the screens, and an operator's actions on them: rename, archive, cancel, run again. */
import {
  type Job,
  type JobDetail,
  type JobLogLine,
  jobLogLevels,
  type ListQuery,
  type Page,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import { checkEdit, laterThan } from '../changes/edit-check.ts';
import { lockAssetForm } from '../channel-assets/asset-keys.ts';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { editorsWith } from '../users/editors.ts';
import { endJob } from './end-job.ts';
import {
  inputMediaIdsOf,
  type JobRow,
  jobSettingsOf,
  lockJob,
  readInputMedias,
  readJobDetail,
  toJob,
} from './job-row.ts';
import { insertJob } from './start-job.ts';

export interface JobChange {
  readonly name?: string | undefined;
  /** Only for a job that has ended. */
  readonly archived?: boolean | undefined;
  /** Of the state on which the change is based; undefined = no check. */
  readonly updatedAt?: string | undefined;
  /** The user who changes it. */
  readonly by?: string | undefined;
}

export interface JobStore {
  /** Filters: `status`, `titleId`, `archived`, `time`. @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<Job>>;
  find(tenantId: string, id: string): Promise<JobDetail | undefined>;
  /** The newest 1,000 lines, oldest first. @throws {DomainError} JOB_NOT_FOUND */
  log(tenantId: string, id: string): Promise<JobLogLine[]>;
  /** @throws {DomainError} JOB_NOT_FOUND, JOB_RUNNING, EDIT_CONFLICT */
  update(tenantId: string, id: string, change: JobChange): Promise<JobDetail>;
  /** Marks the job as failed; its worker stops within seconds. @throws {DomainError} JOB_NOT_FOUND, JOB_ENDED */
  cancel(tenantId: string, id: string, by?: string): Promise<JobDetail>;
  /**
   * Starts a new job like this one, with the workflow as it is now.
   * @throws {DomainError} JOB_NOT_FOUND, JOB_RUNNING (also when another job makes the same), FLOW_MISSING,
   *   JOB_SOURCE_GONE
   */
  rerun(tenantId: string, id: string, by?: string): Promise<JobDetail>;
}

const logLines = 1_000;

function listJobs({ db }: TenantScope, query: ListQuery): Promise<Page<JobRow>> {
  return fetchPage<JobRow>(
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
}

async function readLog({ db }: TenantScope, id: string): Promise<JobLogLine[]> {
  const known = await db.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst();
  if (known === undefined) throw domainError('JOB_NOT_FOUND');
  const rows = await db
    .selectFrom('job_logs')
    .selectAll()
    .where('job_id', '=', id)
    .orderBy('id', 'desc')
    .limit(logLines)
    .execute();
  return rows.reverse().map(({ at, attempt, level, task, text }) => ({
    at: at.toISOString(),
    attempt,
    level: jobLogLevels.find((known) => known === level) ?? 'info',
    task,
    text,
  }));
}

async function reread({ db }: TenantScope, id: string): Promise<JobDetail> {
  return readJobDetail(db, await lockJob(db, id));
}

async function updateJob(scope: TenantScope, id: string, change: JobChange): Promise<JobDetail> {
  const { db, tenantId } = scope;
  const row = await lockJob(db, id);
  checkEdit(row, change.updatedAt);
  if (change.archived === true && row.status === 'running') throw domainError('JOB_RUNNING');
  await db
    .updateTable('jobs')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.archived !== undefined && { archived: change.archived }),
      ...editorsWith(change.by),
      updated_at: laterThan(row, scopeNow(scope)),
    })
    .where('id', '=', id)
    .execute();
  await notifyChange(db, { tenant: tenantId, kind: 'jobs', id, action: 'updated' });
  return reread(scope, id);
}

async function cancelJob(scope: TenantScope, id: string, by?: string): Promise<JobDetail> {
  const row = await lockJob(scope.db, id);
  if (row.status !== 'running') throw domainError('JOB_ENDED');
  if (by !== undefined) {
    await scope.db.updateTable('jobs').set(editorsWith(by)).where('id', '=', id).execute();
  }
  const { message } = domainError('JOB_CANCELLED');
  await endJob(scope, row, { fault: { code: 'JOB_CANCELLED', message } });
  return reread(scope, id);
}

/** Refuses when another job encodes the same creative in the same profile. */
async function refuseSecondRun(scope: TenantScope, row: JobRow): Promise<void> {
  if (row.clip_id === '') return;
  await lockAssetForm(scope, { clipId: row.clip_id, profileHash: row.profile_hash });
  const running = await scope.db
    .selectFrom('jobs')
    .select('id')
    .where('clip_id', '=', row.clip_id)
    .where('profile_hash', '=', row.profile_hash)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (running !== undefined) throw domainError('JOB_RUNNING');
}

async function rerunJob(scope: TenantScope, id: string, by?: string): Promise<JobDetail> {
  const { db } = scope;
  const row = await lockJob(db, id);
  if (row.status === 'running') throw domainError('JOB_RUNNING');
  await refuseSecondRun(scope, row);
  const inputMediaIds = inputMediaIdsOf(row);
  const inputs = await readInputMedias(db, row);
  if (inputs.length < inputMediaIds.length) throw domainError('JOB_SOURCE_GONE');
  const made = await insertJob(scope, {
    flowName: row.flow_name,
    name: row.name,
    titleId: row.title_id,
    inputMediaIds,
    settings: jobSettingsOf(row),
    clipId: row.clip_id,
    profileHash: row.profile_hash,
    by,
  });
  if (made.state === 'flow-missing') throw domainError('FLOW_MISSING', { name: made.flowName });
  return reread(scope, made.jobId);
}

/**
 * Jobs for operators: list, log, cancel, archive, run again.
 * @returns a store; changes reject with JOB_NOT_FOUND, JOB_RUNNING, JOB_ENDED or EDIT_CONFLICT
 * @see ADR 0022
 */
export function createJobStore(database: Database): JobStore {
  const inTenant = database.forTenant;
  return {
    list: (tenantId, query) =>
      inTenant(tenantId, async (scope) => {
        const { rows, total } = await listJobs(scope, query);
        return { rows: rows.map(toJob), total };
      }),
    find: (tenantId, id) =>
      inTenant(tenantId, async ({ db }) => {
        const found = db.selectFrom('jobs').selectAll().where('id', '=', id);
        const row = await found.executeTakeFirst();
        return row && readJobDetail(db, row);
      }),
    log: (tenantId, id) => inTenant(tenantId, (scope) => readLog(scope, id)),
    update: (tenantId, id, change) => inTenant(tenantId, (scope) => updateJob(scope, id, change)),
    cancel: (tenantId, id, by) => inTenant(tenantId, (scope) => cancelJob(scope, id, by)),
    rerun: (tenantId, id, by) => inTenant(tenantId, (scope) => rerunJob(scope, id, by)),
  };
}

/** Ends a job: its row, the notifications to its tenant, and the change feed, in one transaction. */
import { type JobTask, say } from '@interlude/contract';
import { notifyChange } from '../changes/change-feed.ts';
import { emitNotification } from '../notifications/emit-notification.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { aboutJob } from './about-job.ts';
import { type JobRow, jobSettingsOf, jobTasksOf } from './job-row.ts';

const topics = { done: 'workflow.jobs.done', failed: 'workflow.jobs.failed' } as const;

export interface JobFault {
  /** Code of the catalogue of errors. */
  readonly code: string;
  readonly message: string;
}

/** Ends the running tasks of a job: as cancelled when the job was cancelled, else as failed. */
export function stopTasks(tasks: readonly JobTask[], fault: JobFault, atMs: number): JobTask[] {
  const end = new Date(atMs).toISOString();
  const cancelled = fault.code === 'JOB_CANCELLED';
  return tasks.map((task) => {
    if (task.status !== 'running') return task;
    return cancelled
      ? { ...task, status: 'cancelled', end }
      : { ...task, status: 'failed', end, error: fault.message, errorCode: fault.code };
  });
}

/** Ends a job. @param row locked, with the status `running` */
export async function endJob(
  scope: TenantScope,
  row: JobRow,
  outcome: { readonly fault?: JobFault; readonly tasks?: readonly JobTask[] },
): Promise<void> {
  const { db, tenantId } = scope;
  const now = scopeNow(scope);
  const { fault } = outcome;
  const tasks = outcome.tasks ?? jobTasksOf(row);
  const status = fault === undefined ? 'done' : 'failed';
  await db
    .updateTable('jobs')
    .set({
      status,
      ended_at: now,
      updated_at: now,
      error: fault?.message ?? '',
      error_code: fault?.code ?? '',
      tasks: JSON.stringify(fault === undefined ? tasks : stopTasks(tasks, fault, now.getTime())),
      ...(fault === undefined && { progress: 100 }),
    })
    .where('id', '=', row.id)
    .execute();
  const said =
    fault === undefined
      ? say('jobDone', { name: row.name })
      : say('jobFailed', { name: row.name, reason: fault.message });
  const job = { jobId: row.id, titleId: row.title_id, settings: jobSettingsOf(row) };
  // All users of the tenant are notified of a failure, only subscribers of a success.
  const forAll = fault !== undefined;
  await emitNotification(
    db,
    { ...aboutJob(job), ...said, tenantId, topic: topics[status], forAll },
    now.getTime(),
  );
  await notifyChange(db, { tenant: tenantId, kind: 'jobs', id: row.id, action: 'updated' });
}

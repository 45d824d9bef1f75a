/**
 * Creates a job of a workflow, in the transaction of the caller. The row is enough: the worker's engine queues every
 * running job that is not queued (see pg-boss/), so that requests need no privilege on the queue.
 */
import {
  type Flow,
  type JobTask,
  say,
  type TaskTemplate,
  taskDescription,
  taskSettings,
  withTaskParams,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { notifyChange } from '../changes/change-feed.ts';
import { findFlowByName } from '../flows/flow-store.ts';
import { emitNotification } from '../notifications/emit-notification.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { firstEditor } from '../users/editors.ts';
import { aboutJob } from './about-job.ts';

export interface NewJob {
  readonly flowName: string;
  readonly name: string;
  /** Empty = without a title. */
  readonly titleId?: string;
  readonly inputMediaIds: readonly string[];
  /** The request as the screens show it, without secrets. `workflowParams` override settings of tasks. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Clip id of the creative that it encodes; set together with `profileHash`. */
  readonly clipId?: string;
  readonly profileHash?: string;
  /** The user who started it; undefined = the platform. */
  readonly by?: string | undefined;
}

export type StartedJob =
  | { readonly state: 'started'; readonly jobId: string }
  | { readonly state: 'flow-missing'; readonly flowName: string };

/** The tasks of a job that has not begun. */
function waitingTasks(templates: readonly TaskTemplate[]): JobTask[] {
  return templates.map((template) => ({
    type: template.type,
    name: template.name ?? taskDescription(template.type).label,
    status: 'waiting',
    progress: 0,
    start: null,
    end: null,
    settings: taskSettings(template),
    error: '',
    errorCode: '',
    message: '',
    findings: [],
  }));
}

/** @throws {DomainError} CHANNEL_ASSET_INVALID for a setting that a task does not have or take */
function templatesOf(flow: Pick<Flow, 'taskTemplates'>, job: NewJob): readonly TaskTemplate[] {
  const params = job.settings?.['workflowParams'];
  if (typeof params !== 'object' || params === null) return flow.taskTemplates;
  try {
    return withTaskParams(flow.taskTemplates, { ...params });
  } catch (error) {
    throw domainError(
      'CHANNEL_ASSET_INVALID',
      { reason: 'workflowParams has a setting that its task does not take' },
      error,
    );
  }
}

export async function insertJob(scope: TenantScope, job: NewJob): Promise<StartedJob> {
  const { db, tenantId } = scope;
  const flow = await findFlowByName(db, job.flowName);
  if (flow === undefined) return { state: 'flow-missing', flowName: job.flowName };
  const now = scopeNow(scope);
  const id = newId(now.getTime());
  await db
    .insertInto('jobs')
    .values({
      id,
      name: job.name.slice(0, 300),
      status: 'running',
      flow_id: flow.id,
      flow_name: flow.name,
      title_id: job.titleId ?? '',
      attempts: flow.attempts,
      timeout_minutes: flow.timeout,
      settings: JSON.stringify(job.settings ?? {}),
      tasks: JSON.stringify(waitingTasks(templatesOf(flow, job))),
      input_media_ids: JSON.stringify(job.inputMediaIds),
      clip_id: job.clipId ?? '',
      profile_hash: job.profileHash ?? '',
      ...firstEditor(job.by),
      created_at: now,
      updated_at: now,
    })
    .execute();
  const about = aboutJob({ jobId: id, titleId: job.titleId, settings: job.settings ?? {} });
  const topic = 'workflow.jobs.create';
  await emitNotification(
    db,
    { ...about, ...say('jobStarted', { name: job.name }), tenantId, topic },
    now.getTime(),
  );
  await notifyChange(db, { tenant: tenantId, kind: 'jobs', id, action: 'created' });
  return { state: 'started', jobId: id };
}

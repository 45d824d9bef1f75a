/**
 * Changes of a job's row by the worker that runs it. Every attempt has a number, and each write names it: an overtaken
 * attempt (its worker was considered dead, or the job was cancelled) changes nothing.
 */
import type { JobLogLine, JobTask } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import type { StoredMedia } from '../medias/media-row.ts';
import { insertStoredMedia, type NewStoredMedia } from '../medias/media-store.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { endJob, type JobFault, stopTasks } from './end-job.ts';
import {
  inputMediaIdsOf,
  type JobRow,
  jobSettingsOf,
  jobTasksOf,
  lockJob,
  readInputMedias,
} from './job-row.ts';

/** One attempt that this process works on. */
export interface JobRun {
  readonly tenantId: string;
  readonly jobId: string;
  readonly name: string;
  /** From 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** Timeout of one attempt. */
  readonly timeoutMinutes: number;
  readonly flowName: string;
  readonly titleId: string;
  /** Clip id of the creative that it encodes, as is `profileHash`; empty for other jobs. */
  readonly clipId: string;
  readonly profileHash: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** All with the status `waiting`. */
  readonly tasks: readonly JobTask[];
  readonly inputMediaIds: readonly string[];
  /** Input medias that still exist. */
  readonly inputs: readonly StoredMedia[];
}

export interface MadeAsset {
  readonly hlsUrl: string;
  readonly dashUrl: string;
  readonly storageSystemId: string;
  /** A folder, ending in `/`. */
  readonly storageKey: string;
  readonly sizeBytes: number;
  readonly durationMs: number;
}

export interface JobResult {
  readonly tasks: readonly JobTask[];
  readonly medias: readonly NewStoredMedia[];
  readonly asset: MadeAsset | undefined;
}

export interface JobRunStore {
  /** Begins the next attempt; undefined when there is nothing to do (cancelled, ended, attempts used up). */
  begin(tenantId: string, jobId: string): Promise<JobRun | undefined>;
  /** @param progress 0..100. @returns false when the attempt was overtaken */
  save(run: JobRun, tasks: readonly JobTask[], progress: number): Promise<boolean>;
  /** @returns false when the attempt was overtaken, or the job was cancelled */
  isMine(run: JobRun): Promise<boolean>;
  log(run: JobRun, lines: readonly Omit<JobLogLine, 'attempt'>[]): Promise<void>;
  /**
   * Stores medias and asset and ends the job, in one transaction; idempotent.
   * @returns false when the attempt was overtaken: nothing was written
   */
  finish(run: JobRun, result: JobResult): Promise<boolean>;
  /**
   * Records a failed attempt.
   * @param fault `final`: another attempt would fail as well
   * @returns whether there will be another attempt; `overtaken` = nothing was written
   */
  fail(
    run: JobRun,
    fault: JobFault & { readonly final: boolean },
    tasks: readonly JobTask[],
  ): Promise<'again' | 'ended' | 'overtaken'>;
  /** Takes the attempt back because the process stops: it does not count. */
  handBack(run: JobRun): Promise<void>;
}

const reset = (task: JobTask): JobTask => ({
  ...task,
  status: 'waiting',
  progress: 0,
  start: null,
  end: null,
  error: '',
  errorCode: '',
  message: '',
  findings: [],
});

function lockRunning({ db }: TenantScope, jobId: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined when another attempt has begun, or the job has ended. */
async function lockRun(scope: TenantScope, run: JobRun): Promise<JobRow | undefined> {
  const row = await lockRunning(scope, run.jobId);
  return row?.attempt === run.attempt ? row : undefined;
}

const publish = ({ db, tenantId }: TenantScope, id: string) =>
  notifyChange(db, { tenant: tenantId, kind: 'jobs', id, action: 'updated' });

async function beginAttempt(scope: TenantScope, jobId: string): Promise<JobRun | undefined> {
  const row = await lockRunning(scope, jobId);
  if (row === undefined || row.attempt >= row.attempts) return undefined;
  const now = scopeNow(scope);
  const tasks = jobTasksOf(row).map(reset);
  const attempt = row.attempt + 1;
  await scope.db
    .updateTable('jobs')
    .set({
      attempt,
      started_at: row.started_at ?? now,
      progress: 0,
      tasks: JSON.stringify(tasks),
      error: '',
      error_code: '',
      updated_at: now,
    })
    .where('id', '=', jobId)
    .execute();
  await publish(scope, jobId);
  return {
    tenantId: scope.tenantId,
    jobId,
    name: row.name,
    attempt,
    attempts: row.attempts,
    timeoutMinutes: row.timeout_minutes,
    flowName: row.flow_name,
    titleId: row.title_id,
    clipId: row.clip_id,
    profileHash: row.profile_hash,
    settings: jobSettingsOf(row),
    tasks,
    inputMediaIds: inputMediaIdsOf(row),
    inputs: await readInputMedias(scope.db, row),
  };
}

/** Stores the asset in place of one with the same creative and profile: an operator has run the job again. */
async function putAsset(scope: TenantScope, run: JobRun, asset: MadeAsset): Promise<void> {
  const now = scopeNow(scope);
  const columns = {
    title_id: run.titleId,
    job_id: run.jobId,
    hls_url: asset.hlsUrl,
    dash_url: asset.dashUrl,
    storage_system_id: asset.storageSystemId,
    storage_key: asset.storageKey,
    size_bytes: asset.sizeBytes,
    duration_ms: asset.durationMs,
    created_at: now,
  };
  const { id } = await scope.db
    .insertInto('channel_assets')
    .values({
      id: newId(now.getTime()),
      clip_id: run.clipId,
      profile_hash: run.profileHash,
      ...columns,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'clip_id', 'profile_hash']).doUpdateSet(columns),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await notifyChange(scope.db, {
    tenant: scope.tenantId,
    kind: 'channel-assets',
    id,
    action: 'created',
  });
}

async function finishRun(scope: TenantScope, run: JobRun, result: JobResult): Promise<boolean> {
  const row = await lockJob(scope.db, run.jobId);
  if (row.attempt !== run.attempt) return false;
  // The answer to the commit can get lost; a repeated call finds the job done.
  if (row.status !== 'running') return row.status === 'done';
  for (const media of result.medias) await insertStoredMedia(scope, media);
  if (result.asset !== undefined) await putAsset(scope, run, result.asset);
  await endJob(scope, row, { tasks: result.tasks });
  return true;
}

async function failRun(
  scope: TenantScope,
  run: JobRun,
  { fault, tasks }: { fault: JobFault & { final: boolean }; tasks: readonly JobTask[] },
): Promise<'again' | 'ended' | 'overtaken'> {
  const row = await lockRun(scope, run);
  if (row === undefined) return 'overtaken';
  if (fault.final || run.attempt >= run.attempts) {
    await endJob(scope, row, { fault, tasks });
    return 'ended';
  }
  const now = scopeNow(scope);
  await scope.db
    .updateTable('jobs')
    .set({
      tasks: JSON.stringify(stopTasks(tasks, fault, now.getTime())),
      error: fault.message,
      error_code: fault.code,
      updated_at: now,
    })
    .where('id', '=', run.jobId)
    .execute();
  await publish(scope, run.jobId);
  return 'again';
}

async function saveRun(
  scope: TenantScope,
  run: JobRun,
  { tasks, progress }: { tasks: readonly JobTask[]; progress: number },
): Promise<boolean> {
  const saved = await scope.db
    .updateTable('jobs')
    .set({ tasks: JSON.stringify(tasks), progress, updated_at: scopeNow(scope) })
    .where('id', '=', run.jobId)
    .where('status', '=', 'running')
    .where('attempt', '=', run.attempt)
    .executeTakeFirst();
  if (saved.numUpdatedRows === 0n) return false;
  await publish(scope, run.jobId);
  return true;
}

/** Most characters of a log line. */
const longestLine = 2_000;

/**
 * Runs of jobs, for workers: attempts, progress, result.
 * @returns a store whose changes are refused once another attempt has begun
 * @see ADR 0022
 */
export function createJobRunStore(database: Database): JobRunStore {
  const inScope = <T>(run: JobRun, work: (scope: TenantScope) => Promise<T>) =>
    database.forTenant(run.tenantId, work);
  return {
    begin: (tenantId, jobId) => database.forTenant(tenantId, (scope) => beginAttempt(scope, jobId)),
    save: (run, tasks, progress) =>
      inScope(run, (scope) => saveRun(scope, run, { tasks, progress })),
    isMine: (run) =>
      inScope(run, async ({ db }) => {
        const row = await db
          .selectFrom('jobs')
          .select('attempt')
          .where('id', '=', run.jobId)
          .where('status', '=', 'running')
          .executeTakeFirst();
        return row?.attempt === run.attempt;
      }),
    log: (run, lines) =>
      inScope(run, async ({ db }) => {
        if (lines.length === 0) return;
        const rows = lines.map((line) => ({
          job_id: run.jobId,
          at: new Date(line.at),
          attempt: run.attempt,
          level: line.level,
          task: line.task,
          text: line.text.slice(0, longestLine),
        }));
        await db.insertInto('job_logs').values(rows).execute();
      }),
    finish: (run, result) => inScope(run, (scope) => finishRun(scope, run, result)),
    fail: (run, fault, tasks) => inScope(run, (scope) => failRun(scope, run, { fault, tasks })),
    handBack: (run) =>
      inScope(run, async (scope) => {
        const row = await lockRun(scope, run);
        if (row === undefined) return;
        await scope.db
          .updateTable('jobs')
          .set({
            attempt: run.attempt - 1,
            tasks: JSON.stringify(run.tasks),
            progress: 0,
            updated_at: scopeNow(scope),
          })
          .where('id', '=', run.jobId)
          .execute();
        await publish(scope, run.jobId);
      }),
  };
}

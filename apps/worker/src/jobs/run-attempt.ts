/**
 * One attempt of one job: runs its tasks in order, in a work folder of its own, until they are done, one fails, the job
 * times out or is cancelled, or the worker stops. In every case it leaves no process, no file and no row `running`
 * without a worker.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseProfile } from '@interlude/conditioning';
import { DomainError, domainError } from '@interlude/contract/errors';
import type { JobRun, JobRunStore } from '@interlude/persistence';
import type { Clock, Logger } from '@interlude/runtime';
import type { WorkerEvents } from '../events.ts';
import { removeAttempts } from '../tasks/stored-folder.ts';
import type { TaskArtifacts, TaskContext, TaskServices } from '../tasks/task.ts';
import { taskTable } from '../tasks/task-table.ts';
import { type AttemptFault, faultOf } from './job-fault.ts';
import { createJobProgress, type JobProgress } from './job-progress.ts';
import type { WorkFolder, WorkFolders } from './work-folder.ts';

export interface AttemptDeps {
  readonly store: JobRunStore;
  readonly services: TaskServices;
  readonly folders: WorkFolders;
  readonly events: WorkerEvents;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Milliseconds per minute of the time-out; less in tests. */
  readonly minuteMs: number;
}

/** Time for an aborted task to end, milliseconds. */
const graceMs = 15_000;

/** Rejects with the reason of the signal once the aborted work has ended, or `graceMs` after the abort. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const startGrace = () => {
    const timer = setTimeout(() => aborted.reject(signal.reason), graceMs);
    work.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  };
  if (signal.aborted) startGrace();
  else signal.addEventListener('abort', startGrace, { once: true });
  try {
    const result = await Promise.race([work, aborted.promise]);
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener('abort', startGrace);
  }
}

interface Attempt {
  readonly run: JobRun;
  readonly jobProgress: JobProgress;
  readonly control: AbortController;
  readonly folder: WorkFolder;
  readonly artifacts: TaskArtifacts;
}

async function runTask(deps: AttemptDeps, attempt: Attempt, index: number): Promise<void> {
  const { run, jobProgress, control, folder, artifacts } = attempt;
  const task = run.tasks[index];
  if (task === undefined) return;
  const { signal } = control;
  const log: TaskContext['log'] = (level, text) => jobProgress.log(level, task.type, text);
  const context: TaskContext = {
    run,
    services: deps.services,
    signal,
    folder: folder.path,
    artifacts,
    profile: () =>
      run.settings['profile'] === undefined ? undefined : parseProfile(run.settings['profile']),
    progress: (percent) => jobProgress.progress(index, percent),
    log,
  };
  const startedMs = deps.clock.now();
  jobProgress.begin(index);
  try {
    const outcome = await untilAborted(taskTable[task.type](context, task.settings), signal);
    jobProgress.done(index, outcome);
    log('info', outcome.message);
    for (const finding of outcome.findings ?? []) log('warning', finding);
    deps.events.stepEnded(task.type, 'done', deps.clock.now() - startedMs);
  } catch (error) {
    const fault = faultOf(signal.aborted ? signal.reason : error);
    jobProgress.failed(index, fault);
    deps.events.stepEnded(task.type, 'failed', deps.clock.now() - startedMs);
    throw error;
  }
}

/**
 * Removes the stored files of this attempt and the earlier ones. It runs before the row records the end of the attempt:
 * a worker killed in between leaves a job that another worker cleans up, and no unreferenced files.
 */
async function cleanStorage(deps: AttemptDeps, run: JobRun): Promise<void> {
  await removeAttempts(deps.services, run).catch((error: unknown) => {
    deps.logger.warn({ jobId: run.jobId, err: error }, 'files of a job could not be removed');
  });
}

/** The connection broke while the end of the job was written: the row may have it or not. */
class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('the end of the job could not be written', { cause });
  }
}

async function fail(deps: AttemptDeps, attempt: Attempt, error: unknown): Promise<void> {
  const { run, jobProgress, control } = attempt;
  if (error instanceof UnknownOutcome) {
    // The files stay, since they may be registered. Otherwise the next attempt removes them.
    deps.logger.error({ jobId: run.jobId, err: error }, 'the outcome of an attempt is unknown');
    deps.events.jobEnded(run, 'overtaken');
    return;
  }
  const reason: unknown = control.signal.aborted ? control.signal.reason : error;
  await cleanStorage(deps, run);
  if (reason === 'overtaken') {
    deps.events.jobEnded(run, 'overtaken');
    return;
  }
  if (reason === 'stopping') {
    await retryWrite(() => deps.store.handBack(run));
    deps.events.jobEnded(run, 'handed-back');
    return;
  }
  const fault: AttemptFault = faultOf(reason);
  if (fault.code === 'INTERNAL') {
    deps.logger.error({ jobId: run.jobId, err: reason }, 'a task failed unexpectedly');
  }
  jobProgress.log('error', '', fault.message);
  await jobProgress.flushLog().catch(() => undefined);
  const next = await retryWrite(() => deps.store.fail(run, fault, jobProgress.tasks));
  deps.events.jobEnded(run, next === 'ended' ? 'failed' : next, fault.code);
}

async function finish(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  const { run, jobProgress, artifacts, control } = attempt;
  const { medias, asset } = artifacts.result ?? { medias: [], asset: undefined };
  // Stored files without a registration have no owner.
  if (artifacts.result === undefined) await cleanStorage(deps, run);
  await jobProgress.flushLog().catch(() => undefined);
  control.signal.throwIfAborted();
  const isDone = await retryWrite(() =>
    deps.store.finish(run, { tasks: jobProgress.tasks, medias, asset }),
  ).catch((error: unknown) => {
    throw error instanceof DomainError ? error : new UnknownOutcome(error);
  });
  // The files now belong to the medias, even when the signal is aborted.
  if (isDone) {
    deps.events.jobEnded(run, 'done');
    return;
  }
  control.abort('overtaken');
  control.signal.throwIfAborted();
}

async function runTasks(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  try {
    for (const index of attempt.run.tasks.keys()) await runTask(deps, attempt, index);
    await finish(deps, attempt);
  } catch (error) {
    await fail(deps, attempt, error);
  } finally {
    attempt.jobProgress.close();
  }
}

/** Resolves when the attempt has ended; never rejects for a failed job. `control` aborts with `overtaken`, `stopping` or an error. */
export async function runAttempt(
  deps: AttemptDeps,
  run: JobRun,
  control: AbortController,
): Promise<void> {
  const timeout = setTimeout(
    () => control.abort(domainError('JOB_TIMED_OUT', { minutes: run.timeoutMinutes })),
    run.timeoutMinutes * deps.minuteMs,
  );
  const jobProgress = createJobProgress({
    run,
    store: deps.store,
    clock: deps.clock,
    logger: deps.logger,
    onOvertaken: () => control.abort('overtaken'),
  });
  jobProgress.log('info', '', `Attempt ${run.attempt} of ${run.attempts}.`);
  let folder: WorkFolder | undefined;
  try {
    folder = await deps.folders.open(run.jobId, run.attempt);
    await runTasks(deps, { run, jobProgress, control, folder, artifacts: {} });
  } catch (error) {
    jobProgress.close();
    const fault = faultOf(error);
    await retryWrite(() => deps.store.fail(run, fault, jobProgress.tasks));
    deps.events.jobEnded(run, 'failed', fault.code);
  } finally {
    clearTimeout(timeout);
    await folder?.remove();
  }
}

const pausesMs = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Retries a write that must not be lost while the database is unreachable, for a minute.
 * @throws the error of the last attempt; a `DomainError` at once
 */
async function retryWrite<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError) throw error;
      await sleep(pauseMs);
    }
  }
  return work();
}

/**
 * One attempt of one job: its tasks one after the other, in a folder of its own, until they are done, one of
 * them fails, the time is over, the job is cancelled or the worker stops. Whatever happens, nothing is left:
 * no process, no file, no row that says `running` without anybody running it.
 */
import { parseProfile } from '@interlude/conditioning';
import { DomainError, domainError } from '@interlude/contract';
import type { JobRun, JobRunStore } from '@interlude/persistence';
import type { Clock, Logger } from '@interlude/runtime';
import type { WorkerEvents } from '../events.ts';
import { removeAttempts } from '../tasks/stored-folder.ts';
import { taskTable } from '../tasks/task-table.ts';
import { type AttemptFault, faultOf } from './job-fault.ts';
import { createJobJournal, type JobJournal } from './job-journal.ts';
import { patiently } from './patiently.ts';
import type { TaskContext, TaskGoods, TaskParts } from './task.ts';
import type { WorkFolder, WorkFolders } from './work-folder.ts';

export interface AttemptParts {
  readonly store: JobRunStore;
  readonly taskParts: TaskParts;
  readonly folders: WorkFolders;
  readonly events: WorkerEvents;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Milliseconds of a minute of a time-out; less in tests. */
  readonly minuteMs: number;
}

/** How long a task may take to end once it was told to, milliseconds. */
const graceMs = 15_000;

/** Rejects when the signal is raised and the work has ended since, or will not. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const giveUp = () => {
    const timer = setTimeout(() => aborted.reject(signal.reason), graceMs);
    work.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  };
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp, { once: true });
  try {
    const result = await Promise.race([work, aborted.promise]);
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

interface Attempt {
  readonly run: JobRun;
  readonly journal: JobJournal;
  readonly control: AbortController;
  readonly folder: WorkFolder;
  readonly goods: TaskGoods;
}

async function runTask(parts: AttemptParts, attempt: Attempt, index: number): Promise<void> {
  const { run, journal, control, folder, goods } = attempt;
  const task = run.tasks[index];
  if (task === undefined) return;
  const { signal } = control;
  const log: TaskContext['log'] = (level, text) => journal.log(level, task.type, text);
  const context: TaskContext = {
    run,
    parts: parts.taskParts,
    signal,
    folder: folder.path,
    goods,
    profile: () =>
      run.settings['profile'] === undefined ? undefined : parseProfile(run.settings['profile']),
    progress: (percent) => journal.progress(index, percent),
    log,
  };
  const startedMs = parts.clock.now();
  journal.begin(index);
  try {
    const outcome = await untilAborted(taskTable[task.type](context, task.settings), signal);
    journal.done(index, outcome);
    log('info', outcome.message);
    for (const finding of outcome.findings ?? []) log('warning', finding);
    parts.events.stepEnded(task.type, 'done', parts.clock.now() - startedMs);
  } catch (error) {
    const fault = faultOf(signal.aborted ? signal.reason : error);
    journal.failed(index, fault);
    parts.events.stepEnded(task.type, 'failed', parts.clock.now() - startedMs);
    throw error;
  }
}

/**
 * What this attempt and those before it stored. Before the row says that the attempt is over: a worker that is
 * killed in between leaves a job that is looked after, and no files that nobody knows of.
 */
async function cleanStorage(parts: AttemptParts, run: JobRun): Promise<void> {
  await removeAttempts(parts.taskParts, run).catch((error: unknown) => {
    parts.logger.warn({ jobId: run.jobId, err: error }, 'files of a job could not be removed');
  });
}

/** The database went away while it was told of the end: nobody knows whether it has noted it. */
class UnknownEnd extends Error {
  constructor(cause: unknown) {
    super('the end of the job could not be written', { cause });
  }
}

async function giveUp(parts: AttemptParts, attempt: Attempt, error: unknown): Promise<void> {
  const { run, journal, control } = attempt;
  if (error instanceof UnknownEnd) {
    // Files stay: they may be registered. Otherwise the next attempt removes them.
    parts.logger.error({ jobId: run.jobId, err: error }, 'an attempt ended without a word');
    parts.events.jobEnded(run, 'overtaken');
    return;
  }
  const reason: unknown = control.signal.aborted ? control.signal.reason : error;
  await cleanStorage(parts, run);
  if (reason === 'overtaken') {
    parts.events.jobEnded(run, 'overtaken');
    return;
  }
  if (reason === 'stopping') {
    await patiently(() => parts.store.handBack(run));
    parts.events.jobEnded(run, 'handed-back');
    return;
  }
  const fault: AttemptFault = faultOf(reason);
  if (fault.code === 'INTERNAL') {
    parts.logger.error({ jobId: run.jobId, err: reason }, 'a task failed in an unforeseen way');
  }
  journal.log('error', '', fault.message);
  await journal.flushLog().catch(() => undefined);
  const next = await patiently(() => parts.store.fail(run, fault, journal.tasks));
  parts.events.jobEnded(run, next === 'ended' ? 'failed' : next, fault.code);
}

async function finish(parts: AttemptParts, attempt: Attempt): Promise<void> {
  const { run, journal, goods, control } = attempt;
  const { medias, asset } = goods.result ?? { medias: [], asset: undefined };
  // What was stored and not registered is nobody's.
  if (goods.result === undefined) await cleanStorage(parts, run);
  await journal.flushLog().catch(() => undefined);
  control.signal.throwIfAborted();
  const isDone = await patiently(() =>
    parts.store.finish(run, { tasks: journal.tasks, medias, asset }),
  ).catch((error: unknown) => {
    throw error instanceof DomainError ? error : new UnknownEnd(error);
  });
  // From here on the files belong to the medias, whatever the signal says.
  if (isDone) {
    parts.events.jobEnded(run, 'done');
    return;
  }
  control.abort('overtaken');
  control.signal.throwIfAborted();
}

async function runTasks(parts: AttemptParts, attempt: Attempt): Promise<void> {
  try {
    for (const index of attempt.run.tasks.keys()) await runTask(parts, attempt, index);
    await finish(parts, attempt);
  } catch (error) {
    await giveUp(parts, attempt, error);
  } finally {
    attempt.journal.close();
  }
}

/** Resolves when it has ended, however. `control` is raised with `overtaken`, `stopping` or an error. */
export async function runAttempt(
  parts: AttemptParts,
  run: JobRun,
  control: AbortController,
): Promise<void> {
  const timeout = setTimeout(
    () => control.abort(domainError('JOB_TIMED_OUT', { minutes: run.timeoutMinutes })),
    run.timeoutMinutes * parts.minuteMs,
  );
  const journal = createJobJournal({
    run,
    store: parts.store,
    clock: parts.clock,
    logger: parts.logger,
    onOvertaken: () => control.abort('overtaken'),
  });
  journal.log('info', '', `Attempt ${run.attempt} of ${run.attempts}.`);
  let folder: WorkFolder | undefined;
  try {
    folder = await parts.folders.open(run.jobId, run.attempt);
    await runTasks(parts, { run, journal, control, folder, goods: {} });
  } catch (error) {
    journal.close();
    const fault = faultOf(error);
    await patiently(() => parts.store.fail(run, fault, journal.tasks));
    parts.events.jobEnded(run, 'failed', fault.code);
  } finally {
    clearTimeout(timeout);
    await folder?.remove();
  }
}

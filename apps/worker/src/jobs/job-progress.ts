/**
 * The progress and the log of an attempt, written to the job's row at most once per second. An unreachable database
 * does not stop the encoding: unwritten changes are written with the next ones.
 */
import {
  type JobLogLine,
  type JobTask,
  mediaFindingNames,
  type TaskType,
} from '@interlude/contract';
import type { JobRun, JobRunStore } from '@interlude/persistence';
import type { Clock, Logger } from '@interlude/runtime';
import type { TaskOutcome } from '../tasks/task.ts';
import type { AttemptFault } from './job-fault.ts';

const saveEveryMs = 1_000;
/** Log lines per attempt; later lines are dropped. */
const mostLines = 500;

/** Relative durations of the tasks. */
const weights: Readonly<Record<TaskType, number>> = {
  download: 10,
  antivirus: 3,
  probe: 3,
  loudness: 8,
  encode: 60,
  package: 5,
  store: 10,
  register: 1,
};

export interface JobProgress {
  readonly tasks: readonly JobTask[];
  begin(index: number): void;
  progress(index: number, percent: number): void;
  done(index: number, outcome: TaskOutcome): void;
  failed(index: number, fault: AttemptFault): void;
  log(level: JobLogLine['level'], task: string, text: string): void;
  /** Writes now. @returns false when the attempt was overtaken or the job was cancelled */
  save(): Promise<boolean>;
  /** Writes the pending log lines. */
  flushLog(): Promise<void>;
  /** Ends the periodic writing. */
  close(): void;
}

export interface JobProgressOptions {
  readonly run: JobRun;
  readonly store: JobRunStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The job was cancelled, or another worker has it. */
  readonly onOvertaken: () => void;
}

function overallProgress(tasks: readonly JobTask[]): number {
  const all = tasks.reduce((sum, { type }) => sum + weights[type], 0);
  const reached = tasks.reduce((sum, task) => sum + (weights[task.type] * task.progress) / 100, 0);
  // 100 is reserved for a job that is done.
  return Math.min(99, Math.floor((reached / all) * 100));
}

export function createJobProgress(options: JobProgressOptions): JobProgress {
  const { run, store, clock, logger, onOvertaken } = options;
  const tasks: JobTask[] = [...run.tasks];
  let lines: Omit<JobLogLine, 'attempt'>[] = [];
  let written = 0;
  let changed = true;
  let saving = Promise.resolve(true);

  const now = () => new Date(clock.now()).toISOString();
  const change = (index: number, part: Partial<JobTask>) => {
    const task = tasks[index];
    if (task === undefined) return;
    tasks[index] = { ...task, ...part };
    changed = true;
  };
  const flushLog = async () => {
    const taken = lines;
    lines = [];
    try {
      await store.log(run, taken);
    } catch (error) {
      lines = [...taken, ...lines].slice(0, mostLines);
      throw error;
    }
  };
  const write = async (): Promise<boolean> => {
    const isChanged = changed;
    changed = false;
    const isMine = isChanged
      ? await store.save(run, tasks, overallProgress(tasks))
      : await store.isMine(run);
    if (!isMine) onOvertaken();
    else await flushLog();
    return isMine;
  };
  const save = () => {
    saving = saving.then(write, write);
    return saving;
  };
  const saveQuietly = () => {
    save().catch((error: unknown) => {
      changed = true;
      logger.warn({ jobId: run.jobId, err: error }, 'the state of a job could not be written');
    });
  };
  const timer = setInterval(saveQuietly, saveEveryMs);

  return {
    tasks,
    begin(index) {
      change(index, { status: 'running', start: now(), progress: 0 });
      saveQuietly();
    },
    progress(index, percent) {
      const before = tasks[index]?.progress ?? 0;
      const progress = Math.round(Math.min(100, Math.max(before, percent)));
      if (progress > before) change(index, { progress });
    },
    done: (index, { message, findings = [] }) =>
      change(index, {
        status: 'done',
        end: now(),
        progress: 100,
        message,
        findings: mediaFindingNames.filter((name) => findings.includes(name)),
      }),
    failed: (index, { code, message, findings }) =>
      change(index, {
        status: 'failed',
        end: now(),
        error: message,
        errorCode: code,
        findings: [...findings],
      }),
    log(level, task, text) {
      written += 1;
      if (written <= mostLines) lines.push({ at: now(), level, task, text });
    },
    save,
    flushLog,
    close: () => clearInterval(timer),
  };
}

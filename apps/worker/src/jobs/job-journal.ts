/**
 * The tasks of an attempt as they go, written to the job's row at most once a second, and its log. A database
 * that does not answer for a while stops no encoding: what could not be written is written with the next.
 */
import {
  type JobLogLine,
  type JobTask,
  mediaFindingNames,
  type TaskType,
} from '@interlude/contract';
import type { JobRun, JobRunStore } from '@interlude/persistence';
import type { Clock, Logger } from '@interlude/runtime';
import type { AttemptFault } from './job-fault.ts';
import type { TaskOutcome } from './task.ts';

const saveEveryMs = 1_000;
/** Lines of one attempt; what comes after them is left out. */
const mostLines = 500;

/** How long tasks take beside each other. */
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

export interface JobJournal {
  readonly tasks: readonly JobTask[];
  begin(index: number): void;
  progress(index: number, percent: number): void;
  done(index: number, outcome: TaskOutcome): void;
  failed(index: number, fault: AttemptFault): void;
  log(level: JobLogLine['level'], task: string, text: string): void;
  /** Writes now. @returns false when the attempt was overtaken or the job was cancelled */
  save(): Promise<boolean>;
  /** Lines that are not written yet. */
  flushLog(): Promise<void>;
  /** Ends the writing in the background. */
  close(): void;
}

export interface JournalOptions {
  readonly run: JobRun;
  readonly store: JobRunStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The attempt is nobody's any more. */
  readonly onOvertaken: () => void;
}

function overallProgress(tasks: readonly JobTask[]): number {
  const all = tasks.reduce((sum, { type }) => sum + weights[type], 0);
  const gone = tasks.reduce((sum, task) => sum + (weights[task.type] * task.progress) / 100, 0);
  // 100 is for a job that is done.
  return Math.min(99, Math.floor((gone / all) * 100));
}

export function createJobJournal(options: JournalOptions): JobJournal {
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
    const hasNews = changed;
    changed = false;
    const isMine = hasNews
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

/** Every business event of the worker: one function = one counter and one log line. */
import type { IntakeResult } from '@interlude/event-archive';
import type { ClaimedDelivery, JobRun } from '@interlude/persistence';
import type { Logger, Metrics } from '@interlude/runtime';

export interface WorkerEvents {
  mailSent(mailId: string): void;
  /** `retryAtMs` undefined = no further attempt. */
  mailFailed(mailId: string, reason: string, retryAtMs: number | undefined): void;
  /** `error` empty = received; `retryAtMs` undefined = no further attempt. */
  deliveryEnded(delivery: ClaimedDelivery, error: string, retryAtMs: number | undefined): void;
  subscriptionSwitchedOff(tenantId: string, subscriptionId: string): void;
  purged(kind: string, rows: number): void;
  taskFailed(task: string, error: unknown): void;
  jobBegan(run: JobRun): void;
  /** `again`: another attempt follows; `overtaken`: cancelled, or another worker has the job. */
  jobEnded(run: JobRun, outcome: JobOutcome, errorCode?: string): void;
  /** A task of a job ended. */
  stepEnded(type: string, outcome: 'done' | 'failed', durationMs: number): void;
  jobsLost(jobs: number): void;
  foldersSwept(folders: number): void;
  /** Segments of spools became files of the archive of events. */
  archived(result: IntakeResult): void;
}

export type JobOutcome = 'done' | 'failed' | 'again' | 'overtaken' | 'handed-back';

/** Seconds. */
const jobBuckets = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];

function jobEvents(logger: Logger, metrics: Metrics) {
  const outcomes = metrics.counter('interlude_jobs_total', 'Attempts of jobs by outcome', [
    'outcome',
    'reason',
  ]);
  const running = metrics.gauge('interlude_jobs_running', 'Jobs that this worker works on');
  const steps = metrics.histogram(
    'interlude_job_task_seconds',
    'Duration of the tasks of jobs',
    ['task', 'outcome'],
    jobBuckets,
  );
  const lost = metrics.counter('interlude_jobs_lost_total', 'Jobs ended because their worker died');
  const swept = metrics.counter(
    'interlude_work_folders_swept_total',
    'Folders that a killed worker left, removed',
  );
  return {
    jobBegan: ({ jobId, tenantId, name, attempt, flowName }: JobRun) => {
      running.add(1);
      logger.info({ jobId, tenantId, name, attempt, flowName }, 'job begun');
    },
    jobEnded: ({ jobId, tenantId, attempt }: JobRun, outcome: JobOutcome, errorCode = '') => {
      running.add(-1);
      outcomes.add({ outcome, reason: errorCode });
      const fields = { jobId, tenantId, attempt, outcome, errorCode };
      if (outcome === 'failed') logger.warn(fields, 'job failed');
      else logger.info(fields, 'attempt of a job ended');
    },
    stepEnded: (task: string, outcome: 'done' | 'failed', durationMs: number) =>
      steps.observe(durationMs / 1_000, { task, outcome }),
    jobsLost: (jobs: number) => {
      if (jobs === 0) return;
      lost.add({}, jobs);
      logger.warn({ jobs }, 'jobs ended: their worker was lost with the last attempt');
    },
    foldersSwept: (folders: number) => {
      if (folders === 0) return;
      swept.add({}, folders);
      logger.info({ folders }, 'work folders of lost workers removed');
    },
  };
}

function archiveEvents(logger: Logger, metrics: Metrics) {
  const archived = metrics.counter(
    'interlude_events_archived_total',
    'Events in files of the archive',
  );
  const skipped = metrics.counter(
    'interlude_events_archive_skipped_total',
    'Events and segments that are not archived: of erased companies, damaged, or too old',
  );
  return {
    archived: (result: IntakeResult) => {
      archived.add({}, result.events);
      skipped.add({}, result.skipped + result.unreadable);
      logger.info(result, 'events archived');
    },
  };
}

function deliveryEvents(logger: Logger, metrics: Metrics) {
  const outcomes = metrics.counter(
    'interlude_deliveries_total',
    'Attempts to deliver notifications to Slack and webhooks by outcome',
    ['channel', 'outcome'],
  );
  const off = metrics.counter(
    'interlude_subscriptions_off_total',
    'Subscriptions switched off because nothing could be delivered',
  );
  return {
    deliveryEnded: (delivery: ClaimedDelivery, error: string, retryAtMs: number | undefined) => {
      const { id: deliveryId, tenantId, attempt, topic, subscription } = delivery;
      const outcome = error === '' ? 'delivered' : retryAtMs === undefined ? 'given-up' : 'retry';
      outcomes.add({ channel: subscription.channel, outcome });
      const fields = { deliveryId, tenantId, attempt, topic, outcome, error, retryAtMs };
      if (outcome === 'given-up') logger.warn(fields, 'notification could not be delivered');
      else logger.info(fields, 'attempt to deliver a notification ended');
    },
    subscriptionSwitchedOff: (tenantId: string, subscriptionId: string) => {
      off.add({});
      logger.warn({ tenantId, subscriptionId }, 'subscription switched off: nothing was received');
    },
  };
}

export function createWorkerEvents(logger: Logger, metrics: Metrics): WorkerEvents {
  const mails = metrics.counter('interlude_mails_total', 'Mails by outcome', ['outcome']);
  const purges = metrics.counter('interlude_purged_rows_total', 'Rows removed by retention', [
    'kind',
  ]);
  const failures = metrics.counter('interlude_worker_failures_total', 'Failed runs', ['task']);
  return {
    ...jobEvents(logger, metrics),
    ...deliveryEvents(logger, metrics),
    ...archiveEvents(logger, metrics),
    mailSent: (mailId) => {
      mails.add({ outcome: 'sent' });
      logger.info({ mailId }, 'mail sent');
    },
    mailFailed: (mailId, reason, retryAtMs) => {
      if (retryAtMs === undefined) {
        mails.add({ outcome: 'given-up' });
        logger.error({ mailId, reason }, 'mail could not be sent; no further attempt');
      } else {
        mails.add({ outcome: 'retry' });
        logger.warn(
          { mailId, reason, retryAtMs },
          'mail could not be sent; another attempt follows',
        );
      }
    },
    purged: (kind, rows) => {
      if (rows === 0) return;
      purges.add({ kind }, rows);
      logger.info({ kind, rows }, 'old rows removed');
    },
    taskFailed: (task, error) => {
      failures.add({ task });
      logger.error({ task, err: error }, 'background task failed');
    },
  };
}

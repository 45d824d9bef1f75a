/** Every business event of the worker: one function = one counter and one log line. */
import type { Logger, Metrics } from '@interlude/runtime';

export interface WorkerEvents {
  mailSent(mailId: string): void;
  /** `retryAtMs` undefined = given up. */
  mailFailed(mailId: string, reason: string, retryAtMs: number | undefined): void;
  purged(kind: string, rows: number): void;
  taskFailed(task: string, error: unknown): void;
}

export function createWorkerEvents(logger: Logger, metrics: Metrics): WorkerEvents {
  const mails = metrics.counter('interlude_mails_total', 'Mails by outcome', ['outcome']);
  const purges = metrics.counter('interlude_purged_rows_total', 'Rows removed by retention', [
    'kind',
  ]);
  const failures = metrics.counter('interlude_worker_failures_total', 'Failed runs', ['task']);
  return {
    mailSent: (mailId) => {
      mails.add({ outcome: 'sent' });
      logger.info({ mailId }, 'mail sent');
    },
    mailFailed: (mailId, reason, retryAtMs) => {
      if (retryAtMs === undefined) {
        mails.add({ outcome: 'given-up' });
        logger.error({ mailId, reason }, 'mail could not be sent and is given up');
      } else {
        mails.add({ outcome: 'retry' });
        logger.warn({ mailId, reason, retryAtMs }, 'mail could not be sent and is tried again');
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

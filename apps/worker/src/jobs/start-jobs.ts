/** The jobs part of a worker: takes attempts from the engine, ends them when told to, looks after what is lost. */
import { DomainError, storageLimitBytes } from '@interlude/contract';
import {
  createJobEngine,
  createJobRunStore,
  createMediaStore,
  createTenantStore,
  type Database,
  type JobTicket,
  type LostJob,
  watchChanges,
} from '@interlude/persistence';
import type { Clock, Config, Egress, Logger } from '@interlude/runtime';
import { createScanner } from '@interlude/runtime';
import { createTenantBitmovin } from '../encoders/bitmovin/tenant-bitmovin.ts';
import { createTenantProcessors } from '../encoders/tenant-processors.ts';
import type { WorkerEvents } from '../events.ts';
import { repeat } from '../repeat.ts';
import { createTenantStorages } from '../storages/tenant-storages.ts';
import { removeAttempts } from '../tasks/stored-folder.ts';
import { type AttemptParts, runAttempt } from './run-attempt.ts';
import type { TaskParts } from './task.ts';
import { createWorkFolders } from './work-folder.ts';

export interface JobsOptions {
  readonly config: Pick<
    Config,
    'dataFolder' | 'stitcherPublicUrl' | 'ffmpegPath' | 'clamdHost' | 'workerJobs'
  >;
  readonly database: Database;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: WorkerEvents;
  /** For tests: milliseconds of a minute of a time-out, seconds before a second attempt. */
  readonly pace?: { readonly minuteMs?: number; readonly retryDelaySeconds?: number } | undefined;
}

/** New jobs are told by the database; this is for further attempts and for what a dead worker left. */
const dispatchEveryMs = 2_000;
const sweepEveryMs = 60_000;

function createTaskParts(options: JobsOptions): TaskParts {
  const { config, database, egress } = options;
  const storages = createTenantStorages({
    database,
    egress,
    dataFolder: config.dataFolder,
    stitcherPublicUrl: config.stitcherPublicUrl,
  });
  const bitmovin = createTenantBitmovin({ database, egress, dataFolder: config.dataFolder });
  const processors = createTenantProcessors({ database, ffmpegPath: config.ffmpegPath });
  const medias = createMediaStore(database);
  const tenants = createTenantStore(database);
  return {
    egress,
    scanner: createScanner({ address: config.clamdHost }),
    findStorage: (tenantId, systemId) => storages.find(tenantId, systemId),
    findProcessor: (tenantId, engine) => processors.find(tenantId, engine),
    findBitmovin: (tenantId, choice) => bitmovin.find(tenantId, choice),
    async freeBytes(tenantId) {
      const tenant = await tenants.find(tenantId);
      const limit = storageLimitBytes[tenant?.tier ?? 'trial'];
      const used = await medias.usedBytes(tenantId);
      return { free: limit - used, limit, used };
    },
  };
}

/** What the attempts of dead workers wrote. */
async function cleanLost(parts: TaskParts, lost: LostJob, logger: Logger): Promise<void> {
  try {
    await removeAttempts(parts, lost);
  } catch (error) {
    logger.warn({ jobId: lost.jobId, err: error }, 'files of a lost job could not be removed');
  }
}

function createAttempts(parts: AttemptParts) {
  const running = new Map<string, { control: AbortController; ended: Promise<void> }>();
  let stopping = false;

  const work = async (ticket: JobTicket, control: AbortController): Promise<void> => {
    const run = await parts.store.begin(ticket.tenantId, ticket.jobId);
    if (run === undefined) return;
    parts.events.jobBegan(run);
    await runAttempt(parts, run, control);
  };

  return {
    async attempt(ticket: JobTicket, signal: AbortSignal): Promise<void> {
      if (stopping) return;
      const control = new AbortController();
      const lost = () => control.abort('overtaken');
      signal.addEventListener('abort', lost, { once: true });
      const ended = work(ticket, control).catch((error: unknown) => {
        // The row is as it was: the engine gives the job to somebody again.
        const known = error instanceof DomainError ? error.code : '';
        parts.logger.error({ jobId: ticket.jobId, known, err: error }, 'an attempt broke off');
      });
      running.set(ticket.jobId, { control, ended });
      try {
        await ended;
      } finally {
        signal.removeEventListener('abort', lost);
        running.delete(ticket.jobId);
      }
    },
    async stop(): Promise<void> {
      stopping = true;
      for (const { control } of running.values()) control.abort('stopping');
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

/** @returns ends it: attempts under way are handed back, and do not count */
export async function startJobs(options: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const { config, database, logger, events, clock, pace = {} } = options;
  const taskParts = createTaskParts(options);
  const folders = createWorkFolders(config.dataFolder);
  const attempts = createAttempts({
    store: createJobRunStore(database),
    taskParts,
    folders,
    events,
    logger,
    clock,
    minuteMs: pace.minuteMs ?? 60_000,
  });
  const engine = createJobEngine(database, {
    logger,
    concurrency: config.workerJobs,
    attempt: (ticket, signal) => attempts.attempt(ticket, signal),
    retryDelaySeconds: pace.retryDelaySeconds,
  });
  await engine.start();

  const dispatching = repeat({
    everyMs: dispatchEveryMs,
    run: async () => {
      events.jobsLost(await engine.dispatch((job) => cleanLost(taskParts, job, logger)));
    },
    failed: (error) => events.taskFailed('dispatch', error),
  });
  const sweeping = repeat({
    everyMs: sweepEveryMs,
    run: async () => events.foldersSwept(await folders.sweep(clock.now())),
    failed: (error) => events.taskFailed('work-folders', error),
  });
  const unwatch = await watchChanges(
    database,
    ({ kind, action }) => {
      if (kind === 'jobs' && action === 'created') dispatching.wake();
    },
    () => dispatching.wake(),
  );
  return {
    async stop() {
      unwatch();
      await Promise.all([dispatching.stop(), sweeping.stop(), attempts.stop()]);
      await engine.stop();
    },
  };
}

/** The jobs of a worker: runs the attempts that the job engine assigns, ends them on request, cleans up lost jobs. */
import { storageLimitBytes, storedFileUrl } from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';
import { createTenantStorages } from '@interlude/object-storage';
import {
  createJobEngine,
  createJobRunStore,
  createMediaStore,
  createSystemStore,
  createTenantStore,
  type Database,
  type JobTicket,
  type LostJob,
  watchChanges,
} from '@interlude/persistence';
import type { Clock, Config, Logger, TenantEgresses } from '@interlude/runtime';
import { createScanner, repeat } from '@interlude/runtime';
import { createTenantBitmovin } from '../encoders/bitmovin/tenant-bitmovin.ts';
import { createTenantProcessors } from '../encoders/tenant-processors.ts';
import type { WorkerEvents } from '../events.ts';
import { removeAttempts } from '../tasks/stored-folder.ts';
import type { TaskServices } from '../tasks/task.ts';
import { type AttemptDeps, runAttempt } from './run-attempt.ts';
import { createWorkFolders } from './work-folder.ts';

export interface JobsOptions {
  readonly config: Pick<
    Config,
    'dataFolder' | 'stitcherPublicUrl' | 'ffmpegPath' | 'clamdHost' | 'workerJobs'
  > &
    Partial<Pick<Config, 'mediaRunAs'>>;
  readonly database: Database;
  readonly egress: TenantEgresses;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly events: WorkerEvents;
  /** For tests: milliseconds per minute of a time-out, seconds before the next attempt. */
  readonly pace?: { readonly minuteMs?: number; readonly retryDelaySeconds?: number } | undefined;
}

/** The database notifies of new jobs; the interval is for repeated attempts and the jobs of dead workers. */
const dispatchEveryMs = 2_000;
const sweepEveryMs = 60_000;

function createTaskServices(options: JobsOptions): TaskServices {
  const { config, database, egress } = options;
  const { dataFolder, stitcherPublicUrl } = config;
  const storages = createTenantStorages({
    find: createSystemStore(database).findStorage,
    missing: () => domainError('SYSTEM_NOT_FOUND'),
    egress,
    dataFolder,
  });
  const bitmovin = createTenantBitmovin({ database, egress, dataFolder });
  const processors = createTenantProcessors({
    database,
    ffmpegPath: config.ffmpegPath,
    runAs: config.mediaRunAs,
  });
  const medias = createMediaStore(database);
  const tenants = createTenantStore(database);
  return {
    egress,
    scanner: createScanner({ address: config.clamdHost }),
    async findStorage(tenantId, systemId) {
      const { system, storage } = await storages.of(tenantId, systemId);
      const urlOf = (key: string) => storedFileUrl({ stitcherPublicUrl, system, key });
      return { systemId: system.id, storage, urlOf };
    },
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

/** Removes the stored files of dead workers' attempts. */
async function cleanLost(services: TaskServices, lost: LostJob, logger: Logger): Promise<void> {
  try {
    await removeAttempts(services, lost);
  } catch (error) {
    logger.warn({ jobId: lost.jobId, err: error }, 'files of a lost job could not be removed');
  }
}

function createAttempts(deps: AttemptDeps) {
  const running = new Map<string, { control: AbortController; ended: Promise<void> }>();
  let stopping = false;

  const work = async (ticket: JobTicket, control: AbortController): Promise<void> => {
    const run = await deps.store.begin(ticket.tenantId, ticket.jobId);
    if (run === undefined) return;
    deps.events.jobBegan(run);
    await runAttempt(deps, run, control);
  };

  return {
    async attempt(ticket: JobTicket, signal: AbortSignal): Promise<void> {
      if (stopping) return;
      const control = new AbortController();
      const lost = () => control.abort('overtaken');
      signal.addEventListener('abort', lost, { once: true });
      const ended = work(ticket, control).catch((error: unknown) => {
        // The row is unchanged: the engine assigns the job again.
        const known = error instanceof DomainError ? error.code : '';
        deps.logger.error({ jobId: ticket.jobId, known, err: error }, 'an attempt broke off');
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

/**
 * Starts to run jobs.
 * @returns `stop` returns running attempts to the queue; they are not counted
 */
export async function startJobs(options: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const { config, database, logger, events, clock, pace = {} } = options;
  const services = createTaskServices(options);
  const folders = createWorkFolders(config.dataFolder);
  const attempts = createAttempts({
    store: createJobRunStore(database),
    services,
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
      events.jobsLost(await engine.dispatch((job) => cleanLost(services, job, logger)));
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

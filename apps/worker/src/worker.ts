/**
 * Background work: jobs, mails and purges. Any number of workers may run: the engine assigns each attempt of a job to
 * one, a mail is locked by its sender, and one worker at a time purges.
 */
import {
  createMailStore,
  createRollupStore,
  type Database,
  runExclusively,
} from '@interlude/persistence';
import {
  type Clock,
  type Config,
  createHealth,
  type Logger,
  type Metrics,
  type RepeatedTask,
  type Role,
  repeat,
  startHealthServer,
  type TenantEgresses,
} from '@interlude/runtime';
import { startBilling } from './billing/start-billing.ts';
import { startDeliveries } from './deliveries/start-deliveries.ts';
import { startErasures } from './erasures/start-erasures.ts';
import { startEventArchive } from './event-archive/start-event-archive.ts';
import { createWorkerEvents, type WorkerEvents } from './events.ts';
import { type JobsOptions, startJobs } from './jobs/start-jobs.ts';
import { createMailDelivery } from './mails/deliver-mails.ts';
import { purgeExpired } from './purges/retention.ts';
import { createStoredFilePurges } from './purges/stored-files.ts';
import { startReconciliations } from './reconciliations/start-reconciliations.ts';
import { startReportMails } from './report-mails/start-report-mails.ts';

/** The database notifies of new mails; the interval is for retries. */
const mailsEveryMs = 10_000;
const purgeEveryMs = 600_000;
const daySumsEveryMs = 60_000;

export interface WorkerDeps {
  readonly config: Pick<
    Config,
    | 'smtpUrl'
    | 'mailFrom'
    | 'workerPort'
    | 'host'
    | 'jobRetentionDays'
    | 'auditRetentionDays'
    | 'publicUrl'
    | 'productName'
    | 'stripeSecretKey'
    | 'stripeWebhookSecret'
    | 'stripeApiUrl'
  > &
    Partial<Pick<Config, 'eventArchive' | 'eventArchiveDays' | 'geoAttribution'>> &
    JobsOptions['config'];
  readonly database: Database;
  readonly egress: TenantEgresses;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly pace?: JobsOptions['pace'];
}

interface Running {
  stop(): Promise<void>;
}

async function startMails(deps: WorkerDeps, events: WorkerEvents): Promise<Running> {
  const { config, database, clock, logger } = deps;
  if (config.smtpUrl === undefined) {
    logger.info('no mail server is set: mails stay in the mailbox of the console');
    return { stop: async () => undefined };
  }
  const mails = createMailStore(database);
  const delivery = createMailDelivery({
    mails,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    clock,
    events,
  });
  const task = repeat({
    everyMs: mailsEveryMs,
    run: () => delivery.deliverDue(),
    failed: (error) => events.taskFailed('mails', error),
  });
  const unwatch = await mails.watch(() => task.wake());
  return {
    async stop() {
      unwatch();
      delivery.stop();
      await task.stop();
    },
  };
}

function startPurges(deps: WorkerDeps, events: WorkerEvents): RepeatedTask {
  const { database, clock, egress, config } = deps;
  const failed = (error: unknown) => events.taskFailed('stored-files', error);
  const storedFiles = createStoredFilePurges({
    database,
    egress,
    dataFolder: config.dataFolder,
    failed,
  });
  return repeat({
    everyMs: purgeEveryMs,
    run: async () => {
      await runExclusively(database, 'purge', async () => {
        const expired = await purgeExpired(database, clock.now(), config);
        const removed = { ...expired, ...(await storedFiles.run()) };
        for (const [kind, rows] of Object.entries(removed)) events.purged(kind, rows);
      });
    },
    failed: (error) => events.taskFailed('purge', error),
  });
}

/** For a company that is new, and for one that has changed its time zone. */
function startDaySums({ database }: WorkerDeps, events: WorkerEvents): RepeatedTask {
  const rollups = createRollupStore(database);
  return repeat({
    everyMs: daySumsEveryMs,
    run: async () => {
      await rollups.sumDays();
    },
    failed: (error) => events.taskFailed('day-sums', error),
  });
}

/** Only with WORKER_PORT. */
async function startHealth({ config, database, metrics, logger }: WorkerDeps): Promise<Running[]> {
  const { workerPort: port, host } = config;
  if (port === undefined) return [];
  const health = createHealth({ role: 'worker', metrics });
  health.addCheck('database', async () => {
    await database.check();
    return undefined;
  });
  const server = await startHealthServer(health, { port, host, variable: 'WORKER_PORT' });
  logger.info({ port: server.port }, 'the worker answers health checks');
  return [server];
}

/** The role `worker`. */
export function createWorker(deps: WorkerDeps): Role {
  let running: Running[] = [];
  return {
    name: 'worker',
    async start() {
      const events = createWorkerEvents(deps.logger, deps.metrics);
      running = await startHealth(deps);
      running.push(
        await startMails(deps, events),
        await startDeliveries({ ...deps, events }),
        await startBilling({ ...deps, failed: (task, error) => events.taskFailed(task, error) }),
        startPurges(deps, events),
        startDaySums(deps, events),
        startEventArchive({ ...deps, events }),
        startErasures({ ...deps, dataFolder: deps.config.dataFolder }, (error) =>
          events.taskFailed('erasures', error),
        ),
        await startReconciliations({
          database: deps.database,
          failed: (error) => events.taskFailed('reconciliations', error),
        }),
        await startReportMails({
          ...{ config: deps.config, database: deps.database },
          failed: (error) => events.taskFailed('report-mails', error),
        }),
        await startJobs({ ...deps, events }),
      );
    },
    async stop() {
      const ending = running;
      running = [];
      await Promise.all(ending.map((task) => task.stop()));
    },
  };
}

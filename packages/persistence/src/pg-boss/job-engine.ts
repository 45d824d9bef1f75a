/**
 * Distributes jobs to workers, with pg-boss in the schema `pgboss`. One ticket is one attempt of one job; the rows of
 * `jobs` describe the work. `dispatch` gives a ticket to every running job without one: to new jobs, to jobs with
 * another attempt left, and to jobs whose worker died (no heartbeat). So requests need no privilege on the queue: they
 * only insert a row.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobTask } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Logger } from '@interlude/runtime';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Db, PgBoss } from 'pg-boss';
import type { Database } from '../database.ts';
import { runExclusively } from '../exclusive/run-exclusively.ts';
import { endJob } from '../jobs/end-job.ts';
import { jobTasksOf } from '../jobs/job-row.ts';
import type { Schema } from '../schema.ts';
import { readQueuePlaces } from './queue-place.ts';

const queue = 'jobs';

export interface JobTicket {
  readonly tenantId: string;
  readonly jobId: string;
}

export interface JobEngineOptions {
  readonly logger: Logger;
  /** Concurrent attempts in this process. */
  readonly concurrency: number;
  /** Must not reject; the signal is raised when another worker has taken the job over. */
  readonly attempt: (ticket: JobTicket, signal: AbortSignal) => Promise<void>;
  /** Seconds before the second attempt, doubled for each further one (at most 300); default 5. */
  readonly retryDelaySeconds?: number | undefined;
  /** Seconds without a heartbeat after which a worker counts as dead; at least 10, the default. */
  readonly heartbeatSeconds?: number | undefined;
}

/** A job without attempts left whose last worker died without a result. */
export interface LostJob extends JobTicket {
  readonly attempt: number;
  readonly clipId: string;
  readonly profileHash: string;
  readonly tasks: readonly JobTask[];
}

export interface JobEngine {
  /** @throws {DomainError} DATABASE_UNAVAILABLE when the user of the database may not make the queue's schema */
  start(): Promise<void>;
  /**
   * Gives tickets to jobs; one process at a time, others do nothing.
   * @param clean removes the files of a lost job, before it is ended
   * @returns the number of jobs that it ended because their worker was lost
   */
  dispatch(clean?: (job: LostJob) => Promise<void>): Promise<number>;
  /** Takes no new attempt; resolves when the running ones have ended, or after 10 s. */
  stop(): Promise<void>;
}

interface Unqueued {
  readonly tenant_id: string;
  readonly id: string;
  readonly attempt: number;
  readonly attempts: number;
  readonly timeout_minutes: number;
}

/** pg-boss allows less than a day; the timeout of the runner comes first. */
const expirySeconds = (minutes: number) => Math.min(minutes * 60 + 120, 86_399);
const mostTickets = 500;
const mostDelaySeconds = 300;
const cleanTimeoutMs = 120_000;

function findUnqueued(database: Database): Promise<{ rows: Unqueued[] }> {
  return sql<Unqueued>`
    select tenant_id, id, attempt, attempts, timeout_minutes
    from jobs j
    where status = 'running' and not exists (
      select from pgboss.job b
      where b.name = ${queue} and b.state < 'completed' and b.singleton_key = j.id)
    order by created_at, id limit ${mostTickets}`.execute(database.system);
}

/** False when the job has ended meanwhile. */
async function endLost(
  database: Database,
  row: Unqueued,
  clean: (job: LostJob) => Promise<void>,
): Promise<boolean> {
  const { tenant_id: tenantId, id: jobId } = row;
  return database.forTenant(tenantId, async (scope) => {
    // Allows time to remove files of a remote storage while the row is locked.
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(cleanTimeoutMs)}`.execute(
      scope.db,
    );
    const job = await scope.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', jobId)
      .where('status', '=', 'running')
      .where('attempt', '=', row.attempt)
      .forUpdate()
      .executeTakeFirst();
    if (job === undefined) return false;
    const { clip_id: clipId, profile_hash: profileHash, attempt } = job;
    await clean({ tenantId, jobId, attempt, clipId, profileHash, tasks: jobTasksOf(job) });
    const { message } = domainError('JOB_WORKER_LOST');
    await endJob(scope, job, { fault: { code: 'JOB_WORKER_LOST', message } });
    return true;
  });
}

/** Imports pg-boss with the first engine: every role loads this package, but only the worker has an engine. */
async function createBoss(database: Database, logger: Logger): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: bossDatabase(database.system),
    schedule: false,
    createSchema: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', (error) => logger.warn({ err: error }, 'the job queue met a fault'));
  return boss;
}

/**
 * Lets processes that start together create the queue's schema one after the other; a waiting process holds no
 * connection.
 */
async function oneAfterTheOther(database: Database, work: () => Promise<void>): Promise<void> {
  while (!(await runExclusively(database, 'start-job-engine', work))) await sleep(100);
}

const insufficientPrivilege = '42501';

/**
 * Creates the schema of the queue. @throws {DomainError} DATABASE_UNAVAILABLE, with the statement that an administrator
 * has to run
 */
async function ensureSchema({ system }: Database): Promise<void> {
  const found = await sql<{ exists: boolean }>`
    select to_regnamespace('pgboss') is not null as exists`.execute(system);
  if (found.rows[0]?.exists === true) return;
  try {
    await sql`create schema pgboss`.execute(system);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== insufficientPrivilege) throw error;
    const reason =
      'its user may not make the schema "pgboss" of the job queue (let an administrator run: create schema pgboss authorization <user of DATABASE_URL>)';
    throw domainError('DATABASE_UNAVAILABLE', { reason }, error);
  }
}

/**
 * Gives jobs to workers, fairly among tenants, each to one worker at a time.
 * @returns the engine over pg-boss; lost jobs are reported
 * @see ADR 0022
 */
export function createJobEngine(database: Database, options: JobEngineOptions): JobEngine {
  const { logger, retryDelaySeconds = 5, heartbeatSeconds = 10 } = options;
  let created: Promise<PgBoss> | undefined;
  const open = () => {
    created ??= createBoss(database, logger);
    return created;
  };
  let worker: string | undefined;

  const wake = async () => {
    if (worker !== undefined) (await open()).notifyWorker(worker);
  };
  const delayOf = (attempt: number) =>
    attempt === 0 ? 0 : Math.min(retryDelaySeconds * 2 ** (attempt - 1), mostDelaySeconds);

  const queueAll = async (rows: readonly Unqueued[]) => {
    if (rows.length === 0) return;
    const boss = await open();
    const places = await readQueuePlaces(database.system, queue);
    for (const row of rows) {
      const ticket: JobTicket = { tenantId: row.tenant_id, jobId: row.id };
      await boss.send(queue, ticket, {
        singletonKey: row.id,
        group: { id: row.tenant_id },
        priority: -places.next(row.tenant_id),
        startAfter: delayOf(row.attempt),
        expireInSeconds: expirySeconds(row.timeout_minutes),
      });
    }
    await wake();
  };

  return {
    async start() {
      const boss = await open();
      await oneAfterTheOther(database, async () => {
        await ensureSchema(database);
        await boss.start();
        await boss.createQueue(queue, {
          policy: 'exclusive',
          retryLimit: 0,
          heartbeatSeconds,
          deleteAfterSeconds: 3_600,
          retentionSeconds: 30 * 86_400,
        });
      });
      worker = await boss.work<JobTicket>(
        queue,
        {
          localConcurrency: options.concurrency,
          pollingIntervalSeconds: 1,
          heartbeatRefreshSeconds: 2,
        },
        async ([job]) => {
          if (job === undefined) return;
          await options.attempt(job.data, job.signal);
          await wake(); // what waits need not wait for the next poll
        },
      );
    },
    async dispatch(clean = async () => undefined) {
      let lost = 0;
      await runExclusively(database, 'dispatch-jobs', async () => {
        const { rows } = await findUnqueued(database);
        await queueAll(rows.filter(({ attempt, attempts }) => attempt < attempts));
        for (const row of rows.filter(({ attempt, attempts }) => attempt >= attempts)) {
          if (await endLost(database, row, clean)) lost += 1;
        }
      });
      return lost;
    },
    async stop() {
      const boss = await created;
      await boss?.stop({ graceful: true, close: false, timeout: 10_000 });
    },
  };
}

/**
 * Runs pg-boss on the platform's pool: it opens no connection. It sends several statements as one text, with BEGIN and
 * COMMIT among them; a failed text is rolled back.
 */
function bossDatabase(system: Kysely<Schema>): Db {
  return {
    executeSql: (text, values) =>
      system.connection().execute(async (db) => {
        try {
          const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []));
          return { rows: [...rows] };
        } catch (error) {
          await sql`rollback`.execute(db).catch(() => undefined);
          throw error;
        }
      }),
  };
}

import { createLogger } from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createJobQueue } from '../jobs/job-queue.ts';
import { createJobRunStore, type JobRunStore } from '../jobs/job-runs.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { createJobEngine, type JobEngine, type JobTicket } from './job-engine.ts';

let made: TemplateDatabase;
let runs: JobRunStore;
beforeAll(async () => {
  made = await templateDatabase();
  runs = createJobRunStore(made.database);
});
afterAll(() => made.drop());
const engines: JobEngine[] = [];
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())));

async function start(attempt: (ticket: JobTicket) => Promise<void>, concurrency = 2) {
  const engine = createJobEngine(made.database, {
    logger: createLogger({ name: 'test', level: 'silent' }),
    concurrency,
    attempt,
    retryDelaySeconds: 0,
  });
  engines.push(engine);
  await engine.start();
  return engine;
}

async function addJob(tenantId: string, flowName = 'media-analysis'): Promise<string> {
  const job = await createJobQueue(made.database).startJob({
    tenantId,
    flowName,
    name: 'Clip',
    inputMediaIds: [],
  });
  if (job.state !== 'started') throw new Error(job.state);
  return job.jobId;
}

async function runToEnd({ tenantId, jobId }: JobTicket): Promise<void> {
  const run = await runs.begin(tenantId, jobId);
  if (run !== undefined) await runs.finish(run, { tasks: run.tasks, medias: [], asset: undefined });
}

test('each of 20 jobs is done once, by whichever of two workers', async () => {
  const tenant = await addTenant(made.database);
  const ids = await Promise.all(Array.from({ length: 20 }, () => addJob(tenant)));
  const tried: string[] = [];
  const attempt = async (ticket: JobTicket) => {
    tried.push(ticket.jobId);
    await runToEnd(ticket);
  };
  const [one, two] = await Promise.all([start(attempt, 5), start(attempt, 5)]);
  await Promise.all([one.dispatch(), two.dispatch()]);
  await vi.waitFor(() => expect(tried).toHaveLength(20), 10_000);
  expect([...tried].sort()).toEqual([...ids].sort());
  await vi.waitFor(async () => {
    const job = await createJobStore(made.database).find(tenant, ids.at(-1) ?? '');
    expect(job).toMatchObject({ status: 'done', attempt: 1, progress: 100 });
  });
});

test('FLOW-002 a job is tried as often as its workflow says, then it has failed', async () => {
  const tenant = await addTenant(made.database);
  const id = await addJob(tenant, 'channel-assets-conditioning');
  const outcomes: string[] = [];
  const engine = await start(async ({ tenantId, jobId }) => {
    const run = await runs.begin(tenantId, jobId);
    if (run === undefined) return;
    const fault = { code: 'ENCODE_FAILED', message: `failed ${run.attempt}`, final: false };
    outcomes.push(await runs.fail(run, fault, run.tasks));
  });
  await vi.waitFor(async () => {
    await engine.dispatch();
    expect(outcomes).toEqual(['again', 'again', 'ended']);
  }, 10_000);
  const job = await createJobStore(made.database).find(tenant, id);
  expect(job).toMatchObject({ status: 'failed', attempt: 3, error: 'failed 3' });
});

test('a job that no worker speaks of any more has failed once its attempts are used up', async () => {
  const tenant = await addTenant(made.database);
  const id = await addJob(tenant);
  // media-analysis has one attempt; this run begins it and never ends.
  const dead = await runs.begin(tenant, id);
  const engine = await start(async () => undefined);
  const cleaned: string[] = [];
  const clean = async ({ jobId }: JobTicket) => void cleaned.push(jobId);
  expect([await engine.dispatch(clean), cleaned]).toEqual([1, [id]]);
  const job = await createJobStore(made.database).find(tenant, id);
  expect(job).toMatchObject({ status: 'failed', errorCode: 'JOB_WORKER_LOST' });
  if (dead === undefined) throw new Error('it did not begin');
  expect(await runs.finish(dead, { tasks: [], medias: [], asset: undefined })).toBe(false);
  expect(await runs.save(dead, [], 50)).toBe(false);
});

test('what is handed back begins again and loses no attempt', async () => {
  const tenant = await addTenant(made.database);
  const id = await addJob(tenant);
  const attempts: number[] = [];
  const engine = await start(async (ticket) => {
    const run = await runs.begin(ticket.tenantId, ticket.jobId);
    if (run === undefined) return;
    attempts.push(run.attempt);
    if (attempts.length === 1) await runs.handBack(run);
    else await runs.finish(run, { tasks: run.tasks, medias: [], asset: undefined });
  });
  await vi.waitFor(async () => {
    await engine.dispatch();
    expect(attempts).toEqual([1, 1]);
    expect((await createJobStore(made.database).find(tenant, id))?.status).toBe('done');
  }, 10_000);
});

test('a tenant with many jobs does not keep another one waiting', async () => {
  const [many, few] = [await addTenant(made.database), await addTenant(made.database)];
  const order: string[] = [];
  const engine = await start(async (ticket) => {
    order.push(ticket.tenantId);
    await runToEnd(ticket);
  }, 1);
  await Promise.all(Array.from({ length: 8 }, () => addJob(many)));
  await addJob(few);
  await engine.dispatch();
  await vi.waitFor(() => expect(order).toHaveLength(9), 20_000);
  expect(order.indexOf(few)).toBeLessThanOrEqual(2);
}, 30_000);

test('requests have no right on the queue: the row of the job is the order', async () => {
  await start(async () => undefined);
  const tenant = await addTenant(made.database);
  for (const statement of ['select from pgboss.job', 'delete from pgboss.job']) {
    await expect(
      made.database.forTenant(tenant, ({ db }) => sql.raw(statement).execute(db)),
    ).rejects.toThrow('permission denied');
  }
});

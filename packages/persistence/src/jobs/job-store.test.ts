import { listQuery } from '@interlude/contract';
import {
  addSubscription,
  addTenant,
  addUser,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJobQueue } from './job-queue.ts';
import { createJobStore } from './job-store.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

test('DATA-027 jobs are listed by status, title and time, those without an end counting as unfinished', async () => {
  const tenant = await addTenant(made.database);
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  const jobs = [
    { id: 'old', status: 'done', ended_at: at(1), title_id: 't1' },
    { id: 'new', status: 'failed', ended_at: at(5), title_id: 't2' },
    { id: 'now', status: 'running', ended_at: null, title_id: 't1' },
  ];
  for (const [index, job] of jobs.entries()) {
    await made.database.system
      .insertInto('jobs')
      .values({ ...job, tenant_id: tenant, name: `Job ${job.id}`, created_at: at(index) })
      .execute();
  }
  const ids = async (part: object) => {
    const query = { ...listQuery.parse({}), ...part };
    return (await createJobStore(made.database).list(tenant, query)).rows.map(({ id }) => id);
  };
  expect(await ids({})).toEqual(['now', 'new', 'old']);
  expect(await ids({ status: 'done' })).toEqual(['old']);
  expect(await ids({ titleId: 't1' })).toEqual(['now', 'old']);
  expect(await ids({ time: at(5).getTime() })).toEqual(['now', 'new']);
  expect(await ids({ sort: 'end' })).toEqual(['now', 'old', 'new']);
  expect(await ids({ search: 'job N' })).toEqual(['now', 'new']);
});

describe('what an operator does with a job', () => {
  async function withJob(inputMediaIds: readonly string[] = []) {
    const { database } = made;
    const tenant = await addTenant(database);
    const started = await createJobQueue(database).startJob({
      tenantId: tenant,
      flowName: 'media-analysis',
      name: 'Clip',
      inputMediaIds,
    });
    if (started.state !== 'started') throw new Error(started.state);
    return { database, tenant, jobs: createJobStore(database), id: started.jobId };
  }

  test('JOB-010 renames and archives it, on a fresh reading only', async () => {
    const { jobs, tenant, id } = await withJob();
    const before = await jobs.find(tenant, id);
    const renamed = await jobs.update(tenant, id, { name: 'New', updatedAt: before?.updatedAt });
    expect(renamed.name).toBe('New');
    await expect(
      jobs.update(tenant, id, { name: 'Late', updatedAt: before?.updatedAt }),
    ).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
    await expect(jobs.update(tenant, id, { archived: true })).rejects.toMatchObject({
      code: 'JOB_RUNNING',
    });
    await jobs.cancel(tenant, id);
    expect((await jobs.update(tenant, id, { archived: true })).archived).toBe(true);
    await expect(jobs.update(tenant, 'none', {})).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });

  test('JOB-007 cancelling ends it as failed at once, and only once', async () => {
    const { jobs, tenant, id, database } = await withJob();
    const ended = await jobs.cancel(tenant, id);
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'JOB_CANCELLED' });
    expect(ended.end).not.toBeNull();
    await expect(jobs.cancel(tenant, id)).rejects.toMatchObject({ code: 'JOB_ENDED' });
    const reported = await database.system
      .selectFrom('notifications')
      .select(['topic', 'content', 'user_id'])
      .where('tenant_id', '=', tenant)
      .execute();
    expect(reported).toEqual([
      {
        topic: 'workflow.jobs.failed',
        content: 'The job "Clip" failed: The job was cancelled.',
        user_id: null,
      },
    ]);
  });

  test('DATA-005 who has subscribed to it hears that a job was started', async () => {
    const { tenant, database } = await withJob();
    const subscriber = await addUser(database, tenant);
    await addUser(database, tenant);
    const member = { tenantId: tenant, userId: subscriber };
    await addSubscription(database, member, { topic: 'workflow.jobs.create' });
    await createJobQueue(database).startJob({
      tenantId: tenant,
      flowName: 'media-analysis',
      name: 'Second',
      inputMediaIds: [],
    });
    const reported = await database.system
      .selectFrom('notifications')
      .select(['topic', 'content', 'user_id'])
      .where('tenant_id', '=', tenant)
      .execute();
    expect(reported).toEqual([
      {
        topic: 'workflow.jobs.create',
        content: 'The job "Second" was started.',
        user_id: subscriber,
      },
    ]);
  });

  test('runs it again as a new job, unless its source or its workflow is gone', async () => {
    const { jobs, tenant, id, database } = await withJob();
    await expect(jobs.rerun(tenant, id)).rejects.toMatchObject({ code: 'JOB_RUNNING' });
    await jobs.cancel(tenant, id);
    const again = await jobs.rerun(tenant, id);
    expect(again).toMatchObject({ status: 'running', name: 'Clip', attempt: 0, error: '' });
    expect(again.id).not.toBe(id);
    await database.system
      .deleteFrom('flows')
      .where('tenant_id', '=', tenant)
      .where('name', '=', 'media-analysis')
      .execute();
    await expect(jobs.rerun(tenant, id)).rejects.toMatchObject({ code: 'FLOW_MISSING' });
    const sourceless = await withJob(['gone']);
    await sourceless.jobs.cancel(sourceless.tenant, sourceless.id);
    await expect(sourceless.jobs.rerun(sourceless.tenant, sourceless.id)).rejects.toMatchObject({
      code: 'JOB_SOURCE_GONE',
    });
  });

  test('its log is that of its tenant, the newest 1,000 lines in order', async () => {
    const { jobs, tenant, id, database } = await withJob();
    await database.system
      .insertInto('job_logs')
      .values(
        Array.from({ length: 1_003 }, (_, index) => ({
          tenant_id: tenant,
          job_id: id,
          at: new Date(index),
          attempt: 1,
          level: 'info',
          text: `line ${index}`,
        })),
      )
      .execute();
    const lines = await jobs.log(tenant, id);
    expect([lines.length, lines[0]?.text, lines.at(-1)?.text]).toEqual([
      1_000,
      'line 3',
      'line 1002',
    ]);
    await expect(jobs.log(await addTenant(database), id)).rejects.toMatchObject({
      code: 'JOB_NOT_FOUND',
    });
  });
});

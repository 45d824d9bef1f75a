import { listQuery } from '@interlude/contract';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

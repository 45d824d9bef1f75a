import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeJobs } from './purge-jobs.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

async function addJob(
  tenant_id: string,
  id: string,
  part: { status: string; ended_at?: Date; archived?: boolean; updated_at?: Date },
) {
  const { system } = made.database;
  const times = { created_at: at(1), updated_at: part.ended_at ?? at(1) };
  await system
    .insertInto('jobs')
    .values({ tenant_id, id, name: id, ...times, ...part })
    .execute();
  const line = { level: 'info', text: 'a line', attempt: 1, at: at(1) };
  await system
    .insertInto('job_logs')
    .values({ tenant_id, job_id: id, ...line })
    .execute();
}

test('JOB-001 what has ended long ago goes with its log, in batches; what still matters stays', async () => {
  const { database } = made;
  const [one, two] = [await addTenant(database), await addTenant(database)];
  for (let index = 0; index < 7; index += 1) {
    await addJob(one, `old-${index}`, { status: 'done', ended_at: at(2) });
  }
  await addJob(two, 'old', { status: 'done', ended_at: at(9) });
  await addJob(one, 'young', { status: 'done', ended_at: at(11) });
  await addJob(one, 'running', { status: 'running' });
  const failed = { status: 'failed', ended_at: at(2) };
  await addJob(one, 'failed', failed);
  await addJob(one, 'archived', { ...failed, archived: true });
  await addJob(one, 'archived-lately', { ...failed, archived: true, updated_at: at(12) });

  expect(await purgeJobs(database, at(10).getTime(), 3)).toBe(9);
  const left = async (table: 'jobs' | 'job_logs') => {
    const column = table === 'jobs' ? 'id' : 'job_id';
    const rows = await database.system.selectFrom(table).select(`${column} as id`).execute();
    return rows.map(({ id }) => id).sort();
  };
  const stays = ['archived-lately', 'failed', 'running', 'young'];
  expect(await left('jobs')).toEqual(stays);
  expect(await left('job_logs')).toEqual(stays);
  expect(await purgeJobs(database, at(10).getTime())).toBe(0);
});

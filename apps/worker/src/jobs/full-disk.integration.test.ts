import { expect, test } from 'vitest';
import { fullDisk, smallDiskEnvironment } from './small-disk.suite.ts';

const disk = smallDiskEnvironment();

test('a storage that runs full ends the job by name and keeps nothing; with room it is made', async () => {
  const environment = disk.environment();
  const files = await disk.startOnSmallDisk('media', 40);
  const id = await environment.request();
  expect(await environment.ended(id, 60_000)).toMatchObject(fullDisk);
  const ofJob = async () => (await files()).filter((path) => path.includes(id));
  await expect.poll(ofJob, { timeout: 10_000 }).toEqual([]);
  await disk.stopWorker();
  await environment.startWorker();
  const again = await environment.jobs.rerun(environment.tenantId, id);
  expect(await environment.ended(again.id, 60_000)).toMatchObject({ status: 'done' });
}, 150_000);

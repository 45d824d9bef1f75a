import { expect, test } from 'vitest';
import { fullDisk, smallDiskWorld } from './small-disk.suite.ts';

const disk = smallDiskWorld();

test('a storage that runs full ends the job by name and keeps nothing; with room it is made', async () => {
  const world = disk.world();
  const files = await disk.startOnSmallDisk('media', 40);
  const id = await world.ask();
  expect(await world.ended(id, 60_000)).toMatchObject(fullDisk);
  const ofJob = async () => (await files()).filter((path) => path.includes(id));
  await expect.poll(ofJob, { timeout: 10_000 }).toEqual([]);
  await disk.stopWorker();
  await world.startWorker();
  const again = await world.jobs.rerun(world.tenantId, id);
  expect(await world.ended(again.id, 60_000)).toMatchObject({ status: 'done' });
}, 150_000);

/** Jobs whose work folder or storage runs out of space. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listQuery } from '@interlude/contract';
import { createFlowStore } from '@interlude/persistence';
import { expect, test } from 'vitest';
import { smallDiskEnvironment } from './small-disk.suite.ts';

/** How a job ends when there is no room left. */
const fullDisk = { status: 'failed', errorCode: 'STORAGE_FULL' };
/** Each encodes before it finds the storage full. */
const attempts = 3;

const disk = smallDiskEnvironment();

test('a work folder that runs full ends the job by name, frees it, and others go on', async () => {
  const environment = disk.environment();
  const { source } = environment;
  const creative = await readFile(join(environment.dataFolder, 'creative', 'media.mp4'));
  source.answers.set('/clip-1.mp4', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.end(Buffer.concat([creative, Buffer.alloc(12_000_000)]));
  });
  const files = await disk.startOnSmallDisk('work', 6_000);
  const large = await environment.request();
  const job = await environment.ended(large, 60_000);
  expect(job).toMatchObject(fullDisk);
  expect(job.error).toContain('The disk is full.');
  expect(await environment.stored()).toEqual([]);
  expect(await environment.ended(await environment.request(), 60_000)).toMatchObject({
    status: 'done',
    attempt: 1,
  });
  await expect.poll(files, { timeout: 10_000 }).toEqual([]);
}, 150_000);

test(`a storage that runs full ends the job by name and keeps nothing, at ${attempts} of ${attempts} attempts; with room it is made`, async () => {
  const environment = disk.environment();
  const { database, tenantId } = environment;
  const flows = createFlowStore(database);
  for (const flow of (await flows.list(tenantId, listQuery.parse({}))).rows)
    await flows.update(tenantId, flow.id, { ...flow, attempts });
  const files = await disk.startOnSmallDisk('media', 40);
  const id = await environment.request();
  expect(await environment.ended(id, 60_000)).toMatchObject({ ...fullDisk, attempt: attempts });
  const ofJob = async () => (await files()).filter((path) => path.includes(id));
  await expect.poll(ofJob, { timeout: 10_000 }).toEqual([]);
  await disk.stopWorker();
  await environment.startWorker();
  const again = await environment.jobs.rerun(tenantId, id);
  expect(await environment.ended(again.id, 60_000)).toMatchObject({ status: 'done' });
}, 150_000);

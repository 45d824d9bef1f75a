import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fullDisk, fullStorageTest, smallDiskEnvironment } from './small-disk.suite.ts';

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

fullStorageTest(disk, 3);

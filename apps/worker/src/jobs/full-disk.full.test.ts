import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fullDisk, smallDiskWorld } from './small-disk.suite.ts';

const disk = smallDiskWorld();

test('a work folder that runs full ends the job by name, frees it, and others go on', async () => {
  const world = disk.world();
  const { source } = world;
  const creative = await readFile(join(world.dataFolder, 'creative', 'media.mp4'));
  source.answers.set('/clip-1.mp4', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.end(Buffer.concat([creative, Buffer.alloc(12_000_000)]));
  });
  const files = await disk.startOnSmallDisk('work', 6_000);
  const large = await world.ask();
  const job = await world.ended(large, 60_000);
  expect(job).toMatchObject(fullDisk);
  expect(job.error).toContain('The disk is full.');
  expect(await world.stored()).toEqual([]);
  expect(await world.ended(await world.ask(), 60_000)).toMatchObject({
    status: 'done',
    attempt: 1,
  });
  await expect.poll(files, { timeout: 10_000 }).toEqual([]);
}, 150_000);

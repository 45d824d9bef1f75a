import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createJobWorld, type JobWorld } from '../testing/job-world.suite.ts';
import { spawnWorker } from '../testing/worker-process.suite.ts';

let world: JobWorld;
let stopWorker: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  world = await createJobWorld();
});
afterEach(() => stopWorker());
afterAll(() => world.end());

/** A small disk of its own needs a mount namespace; where nobody may have one, no file may grow large instead. */
const own = process.getuid?.() === 0 ? '-m' : '-Urm';
const unshare = 'unshare';
const mayMount = spawnSync(unshare, [own, 'true']).status === 0;

/** A worker whose folder is a disk of so many kilobytes. @returns the files that it sees below its data folder */
async function startOnSmallDisk(
  folder: string,
  kilobytes: number,
): Promise<() => Promise<string[]>> {
  const { dataFolder, source, databaseUrl } = world;
  const path = join(dataFolder, folder);
  await mkdir(path, { recursive: true });
  const mount = `mount -t tmpfs -o size=${kilobytes}k tmpfs "$0" && exec "$@"`;
  const limit = `ulimit -f ${kilobytes * 2} && exec "$@"`;
  const within = mayMount ? [unshare, own, 'sh', '-c', mount, path] : ['sh', '-c', limit, path];
  const worker = spawnWorker(dataFolder, source.host, { databaseUrl, within });
  const ended = once(worker, 'exit');
  stopWorker = async () => {
    worker.kill('SIGKILL');
    await ended;
  };
  const seen = mayMount ? `/proc/${worker.pid}/root${path}` : path;
  return async () => {
    const found = await readdir(seen, { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  };
}

const fullDisk = { status: 'failed', errorCode: 'STORAGE_FULL' };

test('a work folder that runs full ends the job by name, frees it, and others go on', async () => {
  const { source } = world;
  const creative = await readFile(join(world.dataFolder, 'creative', 'media.mp4'));
  source.answers.set('/clip-1.mp4', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.end(Buffer.concat([creative, Buffer.alloc(12_000_000)]));
  });
  const files = await startOnSmallDisk('work', 6_000);
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

test('a storage that runs full ends the job by name and keeps nothing; with room it is made', async () => {
  const files = await startOnSmallDisk('media', 40);
  const id = await world.ask();
  expect(await world.ended(id, 60_000)).toMatchObject(fullDisk);
  const ofJob = async () => (await files()).filter((path) => path.includes(id));
  await expect.poll(ofJob, { timeout: 10_000 }).toEqual([]);
  await stopWorker();
  await world.startWorker();
  const again = await world.jobs.rerun(world.tenantId, id);
  expect(await world.ended(again.id, 60_000)).toMatchObject({ status: 'done' });
}, 150_000);

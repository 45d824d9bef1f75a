/** A worker whose folder is a small disk, to run full. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listQuery } from '@interlude/contract';
import { createFlowStore } from '@interlude/persistence';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createJobEnvironment, type JobEnvironment } from '../testing/job-environment.suite.ts';
import { spawnWorker } from '../testing/worker-process.suite.ts';

/** How a job ends when there is no room left. */
export const fullDisk = { status: 'failed', errorCode: 'STORAGE_FULL' };

/** A small disk of its own needs a mount namespace; where nobody may have one, no file may grow large instead. */
const own = process.getuid?.() === 0 ? '-m' : '-Urm';
const unshare = 'unshare';
const mayMount = spawnSync(unshare, [own, 'true']).status === 0;

/** For all tests of a file, in place of its own hooks. */
export function smallDiskEnvironment() {
  let environment: JobEnvironment;
  let stopWorker: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    environment = await createJobEnvironment();
  });
  afterEach(() => stopWorker());
  afterAll(() => environment.end());

  /** A worker whose folder is a disk of so many kilobytes. @returns the files that it sees below its data folder */
  async function startOnSmallDisk(
    folder: string,
    kilobytes: number,
  ): Promise<() => Promise<string[]>> {
    const { dataFolder, source, databaseUrl } = environment;
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

  return { environment: () => environment, startOnSmallDisk, stopWorker: () => stopWorker() };
}

/** Each attempt encodes before it finds the storage full. */
export const fullStorageTest = (
  disk: ReturnType<typeof smallDiskEnvironment>,
  attempts: number,
): void =>
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

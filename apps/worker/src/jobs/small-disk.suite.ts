/** A worker whose folder is a small disk, for tests of a full one. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createJobEnvironment, type JobEnvironment } from '../testing/job-environment.suite.ts';
import { spawnWorker } from '../testing/worker-process.suite.ts';

/** A small disk needs a mount namespace; where those are not allowed, a limit of the file size replaces it. */
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

  /** A worker whose folder is a disk of this many kilobytes. @returns the files that it sees below its data folder */
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

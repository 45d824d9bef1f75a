/** Kills of worker, encoder and database while jobs run, and the invariants that have to hold afterwards. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listQuery } from '@interlude/contract';
import { createObjectStorage } from '@interlude/object-storage';
import {
  createFlowStore,
  createJobQueue,
  createJobStore,
  type Database,
  openDatabase,
  startEmbeddedPostgres,
} from '@interlude/persistence';
import { createEgress, createLogger, loadSecretKey, systemClock } from '@interlude/runtime';
import { addTenant } from '@interlude/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { profile } from '../testing/job-environment.suite.ts';
import { processes } from '../testing/processes.suite.ts';
import { makeCreative, startTestSource } from '../testing/test-source.suite.ts';
import { spawnWorker } from '../testing/worker-process.suite.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const local = { type: 'local', settings: {} } as const;
const minutes = 60_000;

function killNow(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it ended by itself a moment ago
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Is tried again while the database is away. */
const patient = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: 30_000, interval: 250 });

async function killDatabase(dataFolder: string): Promise<void> {
  const [first] = (await readFile(join(dataFolder, 'pg', 'postmaster.pid'), 'utf8')).split('\n');
  const children = processes().filter(({ parent }) => parent === Number(first));
  killNow(Number(first));
  for (const { pid } of children) killNow(pid);
  await startEmbeddedPostgres({ dataFolder, logger });
}

async function addJobs(
  database: Database,
  tenantId: string,
  url: string,
  count: number,
): Promise<string[]> {
  const flows = createFlowStore(database);
  for (const flow of (await flows.list(tenantId, listQuery.parse({}))).rows) {
    if (flow.name === 'channel-assets-conditioning') {
      await flows.update(tenantId, flow.id, { ...flow, attempts: 5 });
    }
  }
  const queue = createJobQueue(database);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await queue.requestChannelAsset({
      tenantId,
      clipId: `clip-${index}`,
      profile,
      mediaUrl: `${url}/${index}.mp4`,
      name: '',
    });
    if (answer.state === 'encoding') ids.push(answer.jobId);
  }
  return ids;
}

const kills = 20;
const jobCount = 10;
/** Of each creative. */
const seconds = 20;

test(
  `${kills} kills of worker, encoder and database: every job ends as its workflow says, and nothing is left`,
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-kills-'));
    await chmod(dataFolder, 0o755);
    const media = await mkdtemp(join(tmpdir(), 'interlude-kills-media-'));
    const source = await startTestSource(await makeCreative(media, seconds));
    const secretKey = await loadSecretKey({ dataFolder });
    const database = await openDatabase({ dataFolder, logger, clock: systemClock, secretKey });
    const tenantId = await addTenant(database);
    const ids = await addJobs(database, tenantId, source.url, jobCount);

    const workers: ChildProcess[] = [];
    const start = () => workers.push(spawnWorker(dataFolder, source.host));
    onTestFinished(async () => {
      const alive = workers.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
      const ended = alive.map((worker) => once(worker, 'exit'));
      for (const worker of alive) worker.kill('SIGKILL');
      await Promise.all(ended);
      await source.stop();
      await database.stop();
      for (const path of [dataFolder, media]) await rm(path, { recursive: true, force: true });
    }, minutes);
    start();
    start();
    const isOurs = (parent: number) => workers.some(({ pid }) => pid === parent);
    const kill = {
      worker: async () => {
        const worker = workers.shift();
        const ended = worker && once(worker, 'exit');
        killNow(worker?.pid);
        await ended;
        start();
      },
      encoder: async () => {
        const found = await vi
          .waitFor(
            () => {
              const child = processes().find(({ parent }) => isOurs(parent));
              if (child === undefined) throw new Error('nobody encodes');
              return child;
            },
            { timeout: 5_000, interval: 20 },
          )
          .catch(() => undefined);
        killNow(found?.pid);
      },
      database: async () => {
        await killDatabase(dataFolder);
        // One that was just starting ends; its supervisor would start it again.
        await sleep(500);
        for (const worker of workers.filter(({ exitCode }) => exitCode !== null)) {
          workers.splice(workers.indexOf(worker), 1);
          start();
        }
      },
    };
    const kinds = ['worker', 'encoder', 'database', 'encoder', 'encoder'] as const;
    for (let count = 0; count < kills; count += 1) {
      await sleep(700 + ((count * 373) % 900));
      await kill[kinds[count % kinds.length] ?? 'encoder']();
    }

    const store = createJobStore(database);
    const jobs = await vi.waitFor(
      async () => {
        const all = await Promise.all(ids.map((id) => store.find(tenantId, id)));
        const running = all.filter((job) => job === undefined || job.status === 'running');
        if (running.length > 0) throw new Error(`${running.length} jobs run`);
        return all.flatMap((job) => job ?? []);
      },
      { timeout: 3 * minutes, interval: 1_000 },
    );
    const done = jobs.filter(({ status }) => status === 'done');
    for (const job of jobs.filter(({ status }) => status === 'failed')) {
      expect([job.attempt, job.errorCode, job.error]).toEqual([
        5,
        expect.stringMatching(/^[A-Z_]+$/),
        expect.any(String),
      ]);
    }
    expect(done.length).toBeGreaterThan(0);

    const rows = (table: 'medias' | 'channel_assets') =>
      patient(() =>
        database.system.selectFrom(table).select(['storage_key', 'title_id']).execute(),
      );
    const assets = await rows('channel_assets');
    const made = (await rows('medias')).filter(({ storage_key }) => storage_key !== '');
    expect(assets).toHaveLength(done.length);
    expect(made.map(({ storage_key }) => storage_key).sort()).toEqual(
      assets.map(({ storage_key }) => storage_key).sort(),
    );
    const known = new Set(assets.map(({ storage_key }) => storage_key));
    const egress = createEgress({ allow: [] });
    const storage = createObjectStorage(local, { egress, dataFolder });
    const orphans: string[] = [];
    for await (const { key } of storage.list('')) {
      if (![...known].some((place) => key.startsWith(place))) orphans.push(key);
    }
    expect(orphans).toEqual([]);
    // An interrupted write leaves no object; its partial file is removed with the unfinished writes of the storage.
    await storage.removeUnfinished(Date.now() + minutes);
    await egress.close();
    const left = await filesBelow(join(dataFolder, 'media'));
    expect(left.filter((file) => ![...known].some((place) => file.startsWith(place)))).toEqual([]);
    expect([...known].filter((place) => !left.some((file) => file.startsWith(place)))).toEqual([]);
    await vi.waitFor(async () => expect(await filesBelow(join(dataFolder, 'work'))).toEqual([]), {
      timeout: 90_000,
      interval: 1_000,
    });
    expect(
      processes().filter(
        ({ parent, args }) => parent !== process.pid && args.includes(`${dataFolder}/work`),
      ),
    ).toEqual([]);

    const ended = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(ended);
    await source.stop();
    await database.stop();
    await Promise.all(
      [dataFolder, media].map((path) => rm(path, { recursive: true, force: true })),
    );
  },
  8 * minutes,
);

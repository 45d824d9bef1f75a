import { listQuery } from '@interlude/contract';
import {
  type BitmovinStandIn,
  type S3StandIn,
  startBitmovinStandIn,
  startS3StandIn,
} from '@interlude/lab';
import { contentTypeOf, createObjectStorage } from '@interlude/object-storage';
import { createFlowStore, createSystemStore } from '@interlude/persistence';
import { createEgress, createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkerEvents } from '../../events.ts';
import { startJobs } from '../../jobs/start-jobs.ts';
import { createJobEnvironment, type JobEnvironment } from '../../testing/job-environment.suite.ts';

const egress = createEgress({ allow: ['127.0.0.1'] });
let environment: JobEnvironment;
let s3: S3StandIn;
let bitmovin: BitmovinStandIn;
let jobs: { stop(): Promise<void> };

beforeAll(async () => {
  environment = await createJobEnvironment(4);
  s3 = await startS3StandIn();
  const bucket = createObjectStorage(
    { type: 's3', settings: s3.settings },
    { egress, dataFolder: environment.dataFolder },
  );
  bitmovin = await startBitmovinStandIn({
    write: async (_output, { path, bytes }) => {
      await bucket.put(path, bytes, { contentType: contentTypeOf(path) });
    },
  });
  const logger = createLogger({ name: 'test', level: 'silent' });
  jobs = await startJobs({
    config: {
      dataFolder: environment.dataFolder,
      stitcherPublicUrl: 'http://stitcher.example',
      ffmpegPath: undefined,
      clamdHost: undefined,
      workerJobs: 1,
    },
    database: environment.database,
    egress,
    clock: systemClock,
    logger,
    events: createWorkerEvents(logger, createMetrics()),
  });
});
afterAll(async () => {
  await jobs.stop();
  await Promise.all([s3.stop(), bitmovin.stop()]);
  await environment.end();
  await egress.close();
});

/** The shipped workflow, with the encoder and the storage changed. */
async function useCloud(storageSystemId: string): Promise<void> {
  const flows = createFlowStore(environment.database);
  const { rows } = await flows.list(
    environment.tenantId,
    listQuery.parse({ search: 'channel-assets' }),
  );
  const [flow] = rows;
  if (flow === undefined) throw new Error('the workflow is shipped');
  const changed: Readonly<Record<string, object>> = {
    encode: { engine: 'bitmovin' },
    store: { systemId: storageSystemId },
  };
  const { name, attempts, timeout } = flow;
  const taskTemplates = flow.taskTemplates.map((task) => ({
    ...task,
    settings: { ...task.settings, ...changed[task.type] },
  }));
  await flows.update(environment.tenantId, flow.id, { name, attempts, timeout, taskTemplates });
}

test('a workflow that names Bitmovin and a bucket makes a creative ready there', async () => {
  const systems = createSystemStore(environment.database);
  const add = async (type: 's3' | 'bitmovin', settings: Readonly<Record<string, string>>) =>
    (await systems.create(environment.tenantId, { name: type, type, settings })).id;
  await add('bitmovin', bitmovin.settings);
  await useCloud(await add('s3', s3.settings));

  const job = await environment.ended(await environment.request());
  expect(job.tasks.map(({ error }) => error ?? '').join('')).toBe('');
  expect(job.status).toBe('done');
  expect(job.tasks.find(({ type }) => type === 'encode')?.message).toContain('by bitmovin');
  const keys = [...s3.bucket.objects.keys()];
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.every((key) => key.startsWith(`${environment.tenantId}/ads/`))).toBe(true);
  expect(keys.some((key) => key.endsWith('/master.m3u8'))).toBe(true);
  expect([...bitmovin.resources.values()].filter(({ path }) => path.includes('/outputs/'))).toEqual(
    [],
  );
  expect(await environment.stored()).toEqual([]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3StandIn, startS3StandIn } from '@interlude/lab';
import { createObjectStorage, type StorageSystem } from '@interlude/object-storage';
import { createMediaEgressStore, createSystemStore } from '@interlude/persistence';
import {
  createEgress,
  createLogger,
  createMetrics,
  parseConfig,
  systemClock,
} from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStitcher, type Stitcher } from '../index.ts';

const egress = createEgress({ allow: ['127.0.0.1'] });
let template: TemplateDatabase;
let stitcher: Stitcher;
let dataFolder: string;
let tenant: string;
let s3: S3StandIn;

beforeAll(async () => {
  template = await templateDatabase();
  tenant = await addTenant(template.database);
  s3 = await startS3StandIn();
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-stitcher-'));
  stitcher = createStitcher({
    config: parseConfig({ STITCHER_PORT: '0', INTERLUDE_DATA: dataFolder }, tmpdir()),
    logger: createLogger({ name: 'stitcher', level: 'silent' }),
    metrics: createMetrics(),
    egress,
    clock: systemClock,
    database: template.database,
  });
  await stitcher.start();
});
afterAll(async () => {
  await template.drop();
  await s3.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const put = (system: StorageSystem, key: string, text: string) =>
  createObjectStorage(system, { egress, dataFolder }).put(key, Buffer.from(text), {
    contentType: 'video/mp4',
  });
const get = (path: string) => fetch(`http://127.0.0.1:${stitcher.port}/media/${path}`);

test('files of the local folder and of a bucket are served, and their bytes are in the database after the stop', async () => {
  const systems = createSystemStore(template.database);
  const bucket = await systems.create(tenant, { name: 'B', type: 's3', settings: s3.settings });
  const segment = `${tenant}/ads/clip/form/job/1/v0/0.m4s`;
  const source = `${tenant}/sources/m.mp4`;
  await put({ type: 'local', settings: {} }, source, 'a source');
  await put(bucket, segment, 'a segment');
  expect(await (await get(`local/${source}`)).text()).toBe('a source');
  expect(await (await get(`${bucket.id}/${segment}`)).text()).toBe('a segment');
  // An unknown system id stands for the local folder of this installation.
  expect((await get(`gone/${source}`)).status).toBe(200);
  expect((await get(`gone/${segment}`)).status).toBe(404);
  expect((await get(`${bucket.id}/${source.replace(tenant, 'another')}`)).status).toBe(404);

  await stitcher.stop();
  const report = createMediaEgressStore(template.database);
  const day = { fromMs: Date.now() - 86_400_000, toMs: Date.now() + 3_600_000 };
  expect(await report.sum(tenant, { kind: 'ads', ...day })).toBe(9);
  expect(await report.sum(tenant, { kind: 'sources', ...day })).toBe(16);
});

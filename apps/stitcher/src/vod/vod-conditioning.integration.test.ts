/** On demand, with ads whose media are files: content alone first, the ad once its job has made a package. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjectStorage } from '@interlude/object-storage';
import { createJobRunStore } from '@interlude/persistence';
import {
  createEgress,
  createLogger,
  createMetrics,
  type Egress,
  parseConfig,
  systemClock,
} from '@interlude/runtime';
import { addChannel, addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStitcher, type Stitcher } from '../index.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent } from '../testing/vod-origin.suite.ts';

const soon = { timeout: 20_000 };
const environment = new TestEnvironment();
let made: TemplateDatabase;
let stitcher: Stitcher;
let egress: Egress;
let dataFolder: string;
let tenantId: string;

beforeAll(async () => {
  await environment.start();
  addVodContent(environment);
  const file = `<MediaFile delivery="progressive" type="video/mp4" bitrate="900" width="640" height="360">${environment.base}/files/new.mp4</MediaFile>`;
  environment.ads = [{ id: 'new', seconds: 2, mediaFile: file }];
  made = await templateDatabase();
  tenantId = await addTenant(made.database);
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-vod-conditioning-'));
  egress = createEgress({ allow: [environment.host] });
  stitcher = createStitcher({
    config: parseConfig({ STITCHER_PORT: '0', INTERLUDE_DATA: dataFolder }, tmpdir()),
    logger: createLogger({ name: 'stitcher', level: 'silent' }),
    metrics: createMetrics(),
    egress,
    clock: systemClock,
    database: made.database,
  });
  await stitcher.start();
});
afterAll(async () => {
  await stitcher.stop();
  await egress.close();
  await made.drop();
  await environment.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const jobs = () =>
  made.database.system.selectFrom('jobs').selectAll().where('tenant_id', '=', tenantId).execute();

/** Ends a job as a worker does: files in the storage, and the result. */
async function finish(jobId: string): Promise<void> {
  const runs = createJobRunStore(made.database);
  const run = (await runs.begin(tenantId, jobId)) ?? expect.fail('it has ended');
  const storageKey = `${tenantId}/ads/clip/form/${jobId}/1/`;
  const storage = createObjectStorage({ type: 'local', settings: {} }, { egress, dataFolder });
  const put = (file: string, text: string, contentType: string) =>
    storage.put(storageKey + file, Buffer.from(text), { contentType });
  for (const file of ['master.m3u8', 'v0.m3u8', 'v1.m3u8', 'a0.m3u8']) {
    const text = environment.text(`/creative/c-2-x/${file}`) ?? '';
    await put(file, text, 'application/vnd.apple.mpegurl');
  }
  await put('v0-0.m4s', 'the first segment of the ad', 'video/mp4');
  const asset = {
    hlsUrl: `http://127.0.0.1:3100/media/local/${storageKey}master.m3u8`,
    dashUrl: '',
    storageSystemId: '',
    storageKey,
    sizeBytes: 1,
    durationMs: 2_000,
  };
  await runs.finish(run, { tasks: run.tasks, medias: [], asset });
}

test('V7 SLATE-012 hls-vod: a new creative is left out, its job is made once, and the next session plays it', async () => {
  const { id } = await addChannel(made.database, tenantId, {
    type: 'hls-vod',
    sourceManifestUrl: `${environment.base}/vod/master.m3u8`,
    adSource: { system: 'gva', url: `${environment.base}/ads` },
    stitcher: { useScte35: true, numberOfSegmentsToReplayAfterMidroll: 0 },
  });
  const watch = async () => {
    const viewer = new TestPlayer(stitcher.port, id);
    const multivariant = await viewer.open();
    const path = `/hls/${id}/${viewer.sessionId}/v0.m3u8`;
    const text = async () => (await viewer.get(path)).text();
    return { viewer, multivariant, path, text };
  };
  await expect.poll(async () => (await watch()).multivariant, soon).toContain('#EXTM3U');

  const first = await watch();
  const content = await first.text();
  expect(content.match(/#EXTINF/g)).toHaveLength(12);
  expect(content).not.toContain('ad/');
  await expect.poll(async () => (await jobs()).length, soon).toBe(1);
  expect(await (await watch()).text()).not.toContain('ad/');
  const [job, ...others] = await jobs();
  expect(others).toEqual([]);

  await finish(job?.id ?? '');
  await expect.poll(async () => (await watch()).text(), soon).toContain('ad/');
  const later = await watch();
  const stitched = await later.text();
  expect(stitched.match(/#EXTINF/g)).toHaveLength(14);
  const uri = stitched.split('\n').find((line) => line.startsWith('ad/')) ?? '';
  const media = await later.viewer.get(new URL(uri, `http://x${later.path}`).pathname);
  const stored = new URL(media.headers.get('location') ?? '');
  expect(await (await later.viewer.get(stored.pathname)).text()).toBe(
    'the first segment of the ad',
  );
  // The published playlist of a session does not change.
  expect(await first.text()).toBe(content);
}, 60_000);

/** Ads whose media are files: conditioned behind the break, played from the next one on. Real database and storage. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjectStorage } from '@interlude/object-storage';
import { createJobRunStore, createJobStore, createSystemStore } from '@interlude/persistence';
import { createEgress, createLogger, type Egress, systemClock } from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AssetRepository } from '../creatives/assets/asset-repository.ts';
import { createDatabaseAssets } from '../creatives/assets/database-assets.ts';
import { createCreatives } from '../creatives/create-creatives.ts';
import { createTenantStorages } from '../media/tenant-storages.ts';
import {
  breakDecisionsOf,
  channelOf,
  sessionsOf,
  sourceOf,
} from '../testing/break-decisions.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';

const publicUrl = 'http://viewers.test:9';
const logger = createLogger({ name: 'test', level: 'fatal', stream: process.stderr });

let made: TemplateDatabase;
let environment: TestEnvironment;
let egress: Egress;
let dataFolder: string;
let tenantId: string;
let repository: AssetRepository;
let stop: () => Promise<void>;

beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());
beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  egress = createEgress({ allow: [environment.host] });
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-new-creatives-'));
  tenantId = await addTenant(made.database);
  const { findStorage: find } = createSystemStore(made.database);
  const storages = createTenantStorages({ find, egress, dataFolder, clock: systemClock });
  repository = createDatabaseAssets({ database: made.database, storages });
  stop = async () => undefined;
});
afterEach(async () => {
  await stop();
  await egress.close();
  await environment.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const mp4 = (name: string) =>
  `<MediaFile delivery="progressive" type="video/mp4" bitrate="900" width="640" height="360">${environment.base}/files/${name}.mp4</MediaFile>`;

/** Breaks of one channel, one viewer after the other. */
async function play(change: Parameters<typeof channelOf>[1] = {}) {
  const channel = { ...channelOf(environment.base, change), tenantId };
  const creatives = createCreatives({ repository, egress, clock: systemClock, logger, publicUrl });
  await creatives.assets?.start();
  stop = async () => creatives.assets?.stop();
  const source = await sourceOf(channel, -1);
  return async () => {
    const { breakDecisions, decided } = breakDecisionsOf(channel, egress, false, creatives);
    const [viewer] = sessionsOf(1);
    breakDecisions.follow(viewer ?? expect.fail(), source);
    await breakDecisions.idle();
    const [one] = decided;
    return one?.decision ?? expect.fail();
  };
}

const jobsOf = async () => {
  const { database } = made;
  return database.forTenant(tenantId, ({ db }) =>
    db.selectFrom('jobs').select(['id', 'clip_id']).execute(),
  );
};

/** Ends a job as a worker does: stores the package, and the result of the job. */
async function finish(jobId: string): Promise<string> {
  const runs = createJobRunStore(made.database);
  const run = (await runs.begin(tenantId, jobId)) ?? expect.fail();
  const storageKey = `${tenantId}/ads/clip/form/${jobId}/`;
  const storage = createObjectStorage({ type: 'local', settings: {} }, { egress, dataFolder });
  for (const file of ['master.m3u8', 'v0.m3u8', 'v1.m3u8', 'a0.m3u8']) {
    const text = environment.text(`/creative/c-4-x/${file}`) ?? '';
    const contentType = 'application/vnd.apple.mpegurl';
    await storage.put(storageKey + file, Buffer.from(text), { contentType });
  }
  const asset = {
    hlsUrl: `${publicUrl}/media/local/${storageKey}master.m3u8`,
    dashUrl: '',
    storageSystemId: '',
    storageKey,
    sizeBytes: 1,
    durationMs: 4_000,
  };
  await runs.finish(run, { tasks: run.tasks, medias: [], asset });
  return storageKey;
}

const reasonsOf = ({ pod }: Awaited<ReturnType<Awaited<ReturnType<typeof play>>>>) =>
  pod.dropped.map(({ reason }) => reason);

test('V7 an unknown creative is left out with 407, submitted once, and played from its package once it is ready', async () => {
  environment.ads = [{ id: 'ad1', seconds: 4, mediaFile: mp4('ad1') }];
  const showBreak = await play();
  const first = await showBreak();
  expect(reasonsOf(first)).toEqual(['NEW_CREATIVE']);
  expect(first.errors.map(({ iabErrorCode }) => iabErrorCode)).toEqual([407]);
  await expect.poll(async () => (await jobsOf()).length).toBe(1);
  expect(reasonsOf(await showBreak())).toEqual(['NEW_CREATIVE']);
  const [job, ...others] = await jobsOf();
  expect(others).toEqual([]);
  const key = await finish(job?.id ?? '');
  await expect.poll(async () => (await showBreak()).pod.placements.length).toBe(1);
  const { pod } = await showBreak();
  const [placement] = pod.placements;
  expect(placement).toMatchObject({ kind: 'ad', durationMs: 4_000 });
  expect(placement?.creative.renditions['v0']?.segments[0]?.uri).toBe(
    `${publicUrl}/media/local/${key}v0-0.m4s`,
  );
  // Only the worker reads the media file; the manifests are read from the storage.
  expect(environment.requests.filter(({ path }) => !/^\/(ads|live)/.test(path))).toEqual([]);
});

test('ADR 0032 after a change of the profile the earlier encoding plays, and the new one is requested', async () => {
  environment.ads = [{ id: 'ad1', seconds: 4, mediaFile: mp4('ad1') }];
  await (await play())();
  await expect.poll(async () => (await jobsOf()).length).toBe(1);
  const key = await finish((await jobsOf())[0]?.id ?? '');
  await stop();
  const showBreak = await play({ profile: { useAudioNormalization: true } });
  const firstAddress = async () => {
    const { pod, errors } = await showBreak();
    expect(errors).toEqual([]);
    return pod.placements[0]?.creative.renditions['v0']?.segments[0]?.uri;
  };
  expect(await firstAddress()).toBe(`${publicUrl}/media/local/${key}v0-0.m4s`);
  await expect.poll(async () => (await jobsOf()).length).toBe(2);
  const job = (await jobsOf()).find(({ id }) => !key.includes(id));
  const newKey = await finish(job?.id ?? '');
  await expect.poll(firstAddress).toBe(`${publicUrl}/media/local/${newKey}v0-0.m4s`);
});

test.each([
  ['generateTitleIdsUsingURL', { generateTitleIdsUsingURL: true }],
  ['useMediaFileIdAsAdId', { useMediaFileIdAsAdId: true }],
])('CHE-066 %s is the id under which a creative is encoded', async (_name, change) => {
  const mediaFile = mp4('ad1').replace('<MediaFile ', '<MediaFile id="file-9" ');
  environment.ads = [{ id: 'ad1', seconds: 4, mediaFile }];
  await (await play(change))();
  await expect.poll(async () => (await jobsOf()).length).toBe(1);
  const [job] = await jobsOf();
  expect(job?.clip_id).toMatch('useMediaFileIdAsAdId' in change ? /^file-9$/ : /^[0-9a-f]{64}$/);
});

test('a whole pod of new creatives is one query', async () => {
  environment.ads = ['a', 'b', 'c'].map((id) => ({ id, seconds: 2, mediaFile: mp4(id) }));
  const requested: number[] = [];
  const { findReady } = repository;
  repository = {
    ...repository,
    findReady: (tenant, clips) => {
      requested.push(clips.length);
      return findReady(tenant, clips);
    },
  };
  const showBreak = await play();
  await showBreak();
  await showBreak();
  expect(requested).toEqual([3]);
});

test('SLATE-012 after three failed jobs a reason of its own, until they are archived', async () => {
  environment.ads = [{ id: 'ad1', seconds: 4, mediaFile: mp4('broken') }];
  for (let count = 1; count <= 3; count += 1) {
    const showBreak = await play();
    await showBreak();
    await expect.poll(async () => (await jobsOf()).length).toBe(count);
    await made.database.forTenant(tenantId, ({ db }) =>
      db.updateTable('jobs').set({ status: 'failed', ended_at: new Date() }).execute(),
    );
    await stop();
  }
  const showBreak = await play();
  await expect.poll(async () => reasonsOf(await showBreak())).toEqual(['CONDITIONING_FAILED']);
  const { errors } = await showBreak();
  expect(errors.map(({ iabErrorCode }) => iabErrorCode)).toEqual([405]);
  expect(await jobsOf()).toHaveLength(3);
  const store = createJobStore(made.database);
  for (const { id } of await jobsOf()) {
    await store.update(tenantId, id, { archived: true });
  }
  await expect.poll(async () => reasonsOf(await showBreak())).toEqual(['NEW_CREATIVE']);
  await expect.poll(async () => (await jobsOf()).length).toBe(4);
});

test('without the database ready-made creatives play on, and files are new', async () => {
  environment.ads = [
    { id: 'file', seconds: 2, mediaFile: mp4('file') },
    { id: 'ready', seconds: 4, creative: 'c-4-x' },
  ];
  repository = {
    ...repository,
    findReady: () => Promise.reject(new Error('away')),
    request: () => Promise.reject(new Error('away')),
  };
  const showBreak = await play();
  const { pod } = await showBreak();
  expect(pod.placements.map(({ kind }) => kind)).toEqual(['ad']);
  expect(pod.dropped.map(({ reason }) => reason)).toEqual(['NEW_CREATIVE']);
});

test('a look-up that hangs delays no break by more than half a second', async () => {
  environment.ads = [
    { id: 'file', seconds: 2, mediaFile: mp4('file') },
    { id: 'ready', seconds: 4, creative: 'c-4-x' },
  ];
  repository = { ...repository, findReady: () => new Promise(() => undefined) };
  const showBreak = await play();
  const startedMs = Date.now();
  const { pod } = await showBreak();
  expect(pod.placements).toHaveLength(1);
  expect(Date.now() - startedMs).toBeLessThan(1_500);
});

test('a package that does not fit is conditioned from the file beside it; one that fits is taken as it is', async () => {
  const hls = (name: string) =>
    `<MediaFile delivery="streaming" type="application/vnd.apple.mpegurl" width="640" height="360">${environment.base}/${name}</MediaFile>`;
  const ts = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST\n';
  environment.override('/ts.m3u8', (_, response) => response.end(ts));
  environment.ads = [
    { id: 'misfit', seconds: 2, mediaFile: hls('ts.m3u8') + mp4('misfit') },
    { id: 'alone', seconds: 2, mediaFile: hls('ts.m3u8') },
    { id: 'gone', seconds: 2, mediaFile: hls('gone.m3u8') + mp4('gone') },
    { id: 'fits', seconds: 4, mediaFile: hls('creative/c-4-x/master.m3u8') + mp4('fits') },
  ];
  const showBreak = await play();
  const { pod } = await showBreak();
  expect(pod.dropped.map(({ adId, reason }) => `${adId} ${reason}`)).toEqual([
    '0 NEW_CREATIVE',
    '1 NO_VARIANT_MATCH',
    '2 CREATIVE_UNREACHABLE',
  ]);
  expect(pod.placements).toHaveLength(1);
  await expect.poll(async () => (await jobsOf()).map(({ clip_id }) => clip_id)).toEqual(['misfit']);
});

test('an ad server that makes up ids makes no jobs without end', async () => {
  environment.override('/ads', (_, response) => {
    const ads = Array.from({ length: 10 }, () => {
      const id = `made-up-${Math.random()}`;
      return { id, seconds: 1, mediaFile: mp4(id) };
    });
    response.end(environment.vast(ads));
  });
  let requested = 0;
  repository = {
    ...repository,
    request: async () => {
      requested += 1;
      return { state: 'encoding' };
    },
  };
  const showBreak = await play();
  for (let count = 0; count < 25; count += 1) {
    await showBreak();
  }
  await expect.poll(() => requested).toBe(200);
});

import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelInput } from '@interlude/contract';
import { createChannelStore, createRollupStore } from '@interlude/persistence';
import {
  createEgress,
  createLogger,
  createMetrics,
  newId,
  parseConfig,
  systemClock,
} from '@interlude/runtime';
import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStitcher, type Stitcher } from './index.ts';
import { TestEnvironment } from './testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from './testing/test-player.suite.ts';

const environment = new TestEnvironment();
const tenantId = newId();
let template: TemplateDatabase;
let stitcher: Stitcher;
let dataFolder: string;

beforeAll(async () => {
  await environment.start();
  template = await templateDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-stitcher-'));
  const { database } = template;
  await database.system
    .insertInto('tenants')
    .values({ id: tenantId, name: 'Tenant', created_at: new Date() })
    .execute();
  stitcher = createStitcher({
    config: parseConfig({ STITCHER_PORT: '0', INTERLUDE_DATA: dataFolder }, tmpdir()),
    logger: createLogger({ name: 'stitcher', level: 'silent' }),
    metrics: createMetrics(),
    egress: createEgress({ allow: [environment.host] }),
    clock: systemClock,
    database,
    pace: () => 20,
  });
  await stitcher.start();
});
afterAll(async () => {
  await stitcher.stop();
  expect(await readdir(join(dataFolder, 'spool'))).toEqual([]);
  await template.drop();
  await environment.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

test('a channel is played right after it was enabled, and what was watched is in the summary', async () => {
  environment.ads = [{ id: 'ad1', seconds: 4 }];
  environment.breaks = [{ at: 22, segments: 4 }];
  const channels = createChannelStore(template.database);
  const { state: _, ...settings } = channelInput.parse({
    name: 'live',
    sourceManifestUrl: `${environment.base}/live/master.m3u8`,
    adSource: { url: `${environment.base}/ads` },
  });
  const { id } = await channels.create(tenantId, settings);
  const viewer = new TestPlayer(stitcher.port, id);
  expect(await viewer.open()).toContain('CHANNEL_NOT_FOUND');
  await channels.setState(tenantId, id, 'enabled');
  await expect.poll(() => viewer.open(), { timeout: 5_000 }).toContain('#EXTM3U');
  await viewer.reload();
  await playUpTo(environment, viewer, 27);
  for (const uri of (await viewer.reload()).adUris) {
    await viewer.adSegment(uri);
  }
  await expect.poll(() => environment.beaconsOf('complete')).toHaveLength(1);
  const rollups = createRollupStore(template.database);
  const nowMs = Date.now();
  await expect
    .poll(() => rollups.summary(tenantId, { dayStartMs: nowMs - (nowMs % 86_400_000), nowMs }), {
      timeout: 15_000,
    })
    .toMatchObject({ sessionsToday: 1, adsToday: 1, completedToday: 1 });

  await channels.reset(tenantId, id);
  const reads = environment.requested('/live/master.m3u8');
  await expect
    .poll(async () => {
      await viewer.reload();
      return environment.requested('/live/master.m3u8');
    })
    .toBe(reads + 1);
  await channels.setState(tenantId, id, 'disabled');
  await expect.poll(async () => (await viewer.reload()).status).toBe(404);
}, 30_000);

test('a channel with signed tokens is played with the secret that the operator gave', async () => {
  const channels = createChannelStore(template.database);
  const { state: _, ...settings } = channelInput.parse({
    name: 'signed',
    sourceManifestUrl: `${environment.base}/live/master.m3u8`,
    authentication: { hmac: { secret: 'of the operator', window: 60 } },
  });
  const { id } = await channels.create(tenantId, settings, 'enabled');
  const viewer = new TestPlayer(stitcher.port, id);
  const expires = Math.floor(Date.now() / 1000) + 30;
  const token = createHmac('sha256', 'of the operator').update(`${id}:${expires}`).digest('hex');
  await expect
    .poll(() => viewer.open(`?token=${token}&expires=${expires}`), { timeout: 5_000 })
    .toContain('#EXTM3U');
  expect((await viewer.get(`/hls/view/${id}`)).status).toBe(403);
});

test('REL-R6 a stitcher whose clock is an hour behind counts events and breaks in their hour, by the clock of the database', async () => {
  const off = 3_600_000;
  const folder = await mkdtemp(join(tmpdir(), 'interlude-behind-'));
  const behind = createStitcher({
    config: parseConfig({ STITCHER_PORT: '0', INTERLUDE_DATA: folder }, tmpdir()),
    logger: createLogger({ name: 'stitcher', level: 'silent' }),
    metrics: createMetrics(),
    egress: createEgress({ allow: [environment.host] }),
    clock: { now: () => Date.now() - off },
    database: template.database,
    pace: () => 20,
  });
  await behind.start();
  environment.ads = [{ id: 'ad1', seconds: 4 }];
  environment.beacons.length = 0;
  const { edge } = environment;
  environment.breaks = [{ at: edge + 2, segments: 4 }];
  const channels = createChannelStore(template.database);
  const { state: _, ...settings } = channelInput.parse({
    name: 'behind',
    sourceManifestUrl: `${environment.base}/live/master.m3u8`,
    adSource: { url: `${environment.base}/ads` },
  });
  const { id } = await channels.create(tenantId, settings, 'enabled');
  const beganMs = Date.now();
  const viewer = new TestPlayer(behind.port, id);
  await expect.poll(() => viewer.open(), { timeout: 5_000 }).toContain('#EXTM3U');
  await viewer.reload();
  environment.edge = edge + 7;
  let adUris: readonly string[] = [];
  await expect
    .poll(async () => {
      ({ adUris } = await viewer.reload());
      return adUris.length;
    })
    .toBe(4);
  for (const uri of adUris) {
    await viewer.adSegment(uri);
  }
  await expect.poll(() => environment.beaconsOf('complete')).toHaveLength(1);
  await behind.stop();
  await rm(folder, { recursive: true, force: true });
  const { rows } = await sql<{ bucket: number; impressions: number }>`
    select bucket, sum(impressions)::integer as impressions from rollups_minute
    join terms on kind = 1 and id = channel and ext = ${id}
    where dim = 0 group by bucket having sum(impressions) > 0`.execute(template.database.system);
  expect(rows.map(({ impressions }) => impressions)).toEqual([1]);
  const facts = await sql<{ at: Date }>`
    select started_at as at from break_facts where channel_id = ${id}`.execute(
    template.database.system,
  );
  const counted = [(rows[0]?.bucket ?? 0) * 60_000, facts.rows[0]?.at.getTime() ?? 0];
  for (const atMs of counted) {
    expect(atMs).toBeGreaterThan(beganMs - 120_000);
    expect(atMs).toBeLessThan(Date.now() + 60_000);
  }
}, 30_000);

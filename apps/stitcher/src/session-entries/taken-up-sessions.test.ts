// Two stitchers that share nothing but the database: sessions go on at the other one with the ads that they had.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelInput } from '@interlude/contract';
import { createChannelStore } from '@interlude/persistence';
import {
  createEgress,
  createLogger,
  createMetrics,
  parseConfig,
  systemClock,
} from '@interlude/runtime';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStitcher, type Stitcher } from '../index.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from '../testing/test-player.suite.ts';

let environment: TestEnvironment;
let template: TemplateDatabase;
let folder: string;
let channelId: string;
let stitchers: Stitcher[];

async function startOne(): Promise<Stitcher> {
  const dataFolder = await mkdtemp(join(folder, 'data-'));
  const stitcher = createStitcher({
    config: parseConfig({ STITCHER_PORT: '0', INTERLUDE_DATA: dataFolder }, tmpdir()),
    logger: createLogger({ name: 'stitcher', level: 'silent' }),
    metrics: createMetrics(),
    egress: createEgress({ allow: [environment.host] }),
    clock: systemClock,
    database: template.database,
    pace: () => 20,
  });
  await stitcher.start();
  stitchers.push(stitcher);
  return stitcher;
}

beforeEach(async () => {
  environment = new TestEnvironment();
  stitchers = [];
  await environment.start();
  template = await templateDatabase();
  folder = await mkdtemp(join(tmpdir(), 'interlude-taken-up-'));
  const tenantId = await addTenant(template.database);
  const channels = createChannelStore(template.database);
  const { state: _, ...settings } = channelInput.parse({
    name: 'live',
    sourceManifestUrl: `${environment.base}/live/master.m3u8`,
    adSource: { url: `${environment.base}/ads` },
  });
  channelId = (await channels.create(tenantId, settings)).id;
  await channels.setState(tenantId, channelId, 'enabled');
});
afterEach(async () => {
  await Promise.all(stitchers.map((stitcher) => stitcher.stop()));
  await template.drop();
  await environment.stop();
  await rm(folder, { recursive: true, force: true });
});

test('H35 H1 the ads of a break on screen are the same at another stitcher, and nobody is asked again', async () => {
  const [first, second] = [await startOne(), await startOne()];
  environment.breaks = [{ at: 22, segments: 6 }];
  const answers = [['one', 'two'], ['other']];
  environment.override('/ads', (_, response) => {
    const names = answers.shift() ?? ['more'];
    const ads = names.map((id) => ({ id, seconds: 4, creative: `c-4-${id}` }));
    response.end(environment.vast(ads));
  });
  const player = new TestPlayer(first.port, channelId);
  await player.open();
  await player.reload();
  await playUpTo(environment, player, 26);
  const before = await player.until(({ adUris }) => adUris.length >= 3);
  player.moveTo(second.port);
  const after = await player.reload();
  expect(after.adUris).toEqual(before.adUris);
  expect(after.mediaSequence).toBeGreaterThan(before.mediaSequence);
  expect(environment.requested('/ads')).toBe(1);
  // Where the media are: the other one knows the creatives without having read them.
  const locations = await Promise.all(after.adUris.map((uri) => player.adSegment(uri)));
  expect(locations.every((location) => location?.includes('/creative/c-4-'))).toBe(true);
});

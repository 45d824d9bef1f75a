import { afterEach, beforeEach, expect, test } from 'vitest';
import { SimulatedWorld } from './testing/simulated-world.suite.ts';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { TestPlayer } from './testing/test-player.suite.ts';

let world: SimulatedWorld;
let stitcher: TestStitcher;

beforeEach(async () => {
  world = new SimulatedWorld();
  await world.start();
  stitcher = await startStitcher(world, [
    channelEntry('c1', { name: 'test', sourceManifestUrl: `${world.base}/live/master.m3u8` }),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await world.stop();
});

test('H33 the last good output stays while the origin fails, then an error says why', async () => {
  const player = new TestPlayer(stitcher.port, 'c1');
  await player.open();
  const before = await player.reload();
  world.override('/live/*', (_, response) => response.writeHead(500).end());
  const polls = world.asked('/live/v0.m3u8');
  await expect.poll(() => world.asked('/live/v0.m3u8')).toBeGreaterThan(polls + 2);
  expect((await player.reload()).text).toBe(before.text);
  const failed = await player.until(({ status: code }) => code !== 200);
  expect(failed.status).toBe(502);
  expect(JSON.parse(failed.text)).toMatchObject({ errorCode: 'SOURCE_UNAVAILABLE' });
}, 15_000);

test('when the first rendition fails the others go on, breaks and all', async () => {
  const player = new TestPlayer(stitcher.port, 'c1');
  await player.open();
  await player.reload('a0');
  world.override('/live/v0.m3u8', (_, response) => response.writeHead(500).end());
  world.breaks = [{ at: 22, segments: 4 }];
  for (let edge = 21; edge <= 24; edge += 1) {
    world.edge = edge;
    await player.until(({ uris }) => uris.at(-1)?.includes(`-${edge - 1}.m4s`) === true, 'a0');
  }
  expect((await player.reload('v1')).text).toContain('#EXT-X-CUE-OUT');
}, 15_000);

import { afterEach, beforeEach, expect, test } from 'vitest';
import { SimulatedWorld } from './testing/simulated-world.suite.ts';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { TestPlayer } from './testing/test-player.suite.ts';

let world: SimulatedWorld;
let stitcher: TestStitcher;
let player: TestPlayer;

beforeEach(async () => {
  world = new SimulatedWorld();
  await world.start();
  world.ads = [{ id: 'ad1', seconds: 4 }];
  world.breaks = [{ at: 22, segments: 4 }];
  stitcher = await startStitcher(world, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${world.base}/live/master.m3u8`,
      adSource: { url: `${world.base}/ads` },
    }),
  ]);
  player = new TestPlayer(stitcher.port, 'c1');
});
afterEach(async () => {
  await stitcher.stop();
  await world.stop();
});

/** Takes the connection and says nothing. */
const silent = () => undefined;

async function playIntoBreak(): Promise<void> {
  await player.open();
  await player.reload();
  world.edge = 24;
  const { adUris } = await player.until(({ text }) => text.includes('v0-23.m4s'));
  expect(adUris).toEqual([]);
}

test('a source that never answers is named to the operator', async () => {
  world.override('/live/master.m3u8', silent);
  expect(JSON.parse(await player.open())).toMatchObject({
    errorCode: 'SOURCE_UNAVAILABLE',
    details: { code: 'FETCH_TIMEOUT' },
  });
});

test('an ad server that never answers: content within the deadline, with its reason', async () => {
  world.override('/ads', silent);
  await playIntoBreak();
  const metrics = await (await player.get('/metrics')).text();
  expect(metrics).toContain(
    'interlude_stitcher_avails_total{outcome="content",reason="AD_SERVER_TIMEOUT"} 1',
  );
});

test('a creative that never answers: content within the deadline, error beacon 402', async () => {
  world.override('/creative/c-4-ad1/master.m3u8', silent);
  await playIntoBreak();
  await expect.poll(() => world.beacons).toEqual(['/beacon/error/ad1?code=402']);
});

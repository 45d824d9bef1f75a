import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { TestEnvironment } from './testing/test-environment.suite.ts';
import { TestPlayer } from './testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;
let player: TestPlayer;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4 }];
  environment.breaks = [{ at: 22, segments: 4 }];
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { url: `${environment.base}/ads` },
    }),
  ]);
  player = new TestPlayer(stitcher.port, 'c1');
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

/** Accepts the request and never answers. */
const silent = () => undefined;

async function playIntoBreak(): Promise<void> {
  await player.open();
  await player.reload();
  environment.edge = 24;
  const { adUris } = await player.until(({ text }) => text.includes('v0-23.m4s'));
  expect(adUris).toEqual([]);
}

test('a source that never answers is named to the operator', async () => {
  environment.override('/live/master.m3u8', silent);
  expect(JSON.parse(await player.open())).toMatchObject({
    errorCode: 'SOURCE_UNAVAILABLE',
    details: { code: 'FETCH_TIMEOUT' },
  });
});

test('REL-R13 an ad server that never answers: content within the deadline, with its reason', async () => {
  environment.override('/ads', silent);
  await playIntoBreak();
  const metrics = await (await player.get('/metrics')).text();
  expect(metrics).toContain(
    'interlude_stitcher_avails_total{outcome="content",reason="AD_SERVER_TIMEOUT"} 1',
  );
});

test('a creative that never answers: content within the deadline, error beacon 402', async () => {
  environment.override('/creative/c-4-ad1/master.m3u8', silent);
  await playIntoBreak();
  await expect.poll(() => environment.beacons).toEqual(['/beacon/error/ad1?code=402']);
});

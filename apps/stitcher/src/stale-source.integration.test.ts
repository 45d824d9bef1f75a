import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { TestEnvironment } from './testing/test-environment.suite.ts';
import { TestPlayer } from './testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  stitcher = await startStitcher(environment, [
    channelEntry('c1', { name: 'test', sourceManifestUrl: `${environment.base}/live/master.m3u8` }),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

test('H33 the last good output stays while the origin fails, then an error says why', async () => {
  const player = new TestPlayer(stitcher.port, 'c1');
  await player.open();
  const before = await player.reload();
  environment.override('/live/*', (_, response) => response.writeHead(500).end());
  const polls = environment.requested('/live/v0.m3u8');
  await expect.poll(() => environment.requested('/live/v0.m3u8')).toBeGreaterThan(polls + 2);
  expect((await player.reload()).text).toBe(before.text);
  const failed = await player.until(({ status: code }) => code !== 200);
  expect(failed.status).toBe(502);
  expect(JSON.parse(failed.text)).toMatchObject({ errorCode: 'SOURCE_UNAVAILABLE' });
}, 15_000);

test('when the first rendition fails the others go on, breaks and all', async () => {
  const player = new TestPlayer(stitcher.port, 'c1');
  await player.open();
  await player.reload('a0');
  environment.override('/live/v0.m3u8', (_, response) => response.writeHead(500).end());
  environment.breaks = [{ at: 22, segments: 4 }];
  for (let edge = 21; edge <= 24; edge += 1) {
    environment.edge = edge;
    await player.until(({ uris }) => uris.at(-1)?.includes(`-${edge - 1}.m4s`) === true, 'a0');
  }
  expect((await player.reload('v1')).text).toContain('#EXT-X-CUE-OUT');
}, 15_000);

/** A stitcher is killed while VOD assets play: its successor has the same breaks and counts nothing twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { type StitcherProcess, spawnStitcher } from '../testing/stitcher-process.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent } from '../testing/vod-origin.suite.ts';

let environment: TestEnvironment;
let stitcher: StitcherProcess | undefined;
let dataFolder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-killed-vod-'));
  environment = new TestEnvironment();
  await environment.start();
  addVodContent(environment);
});
afterEach(async () => {
  await stitcher?.kill();
  await environment.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(): Promise<number> {
  stitcher = await spawnStitcher({
    dataFolder,
    allow: environment.host,
    channels: [
      channelEntry('asset', {
        name: 'test',
        type: 'hls-vod',
        apiKey: 'secret',
        sourceManifestUrl: `${environment.base}/vod/master.m3u8`,
        adSource: { system: 'gva', url: `${environment.base}/ads` },
      }),
    ],
  });
  return stitcher.port;
}

const read = async (port: number, path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).text();

test('H35 H36 B5 a VOD asset has the same breaks after a stitcher was killed, including those not requested before', async () => {
  let requested = 0;
  environment.override('/ads', (_request, response) => {
    requested += 1;
    response.end(environment.vast([{ id: `ad${requested}`, seconds: requested + 1 }]));
  });
  const firstPort = await start();
  const feed = { url: `${environment.base}/feed` };
  const headers = { 'api-key': 'secret' };
  const asking = { method: 'POST', headers, body: JSON.stringify(feed) };
  const mrss = `http://127.0.0.1:${firstPort}/ad-aggregation-service/mrss/channel/asset`;
  const { mediaURL } = JSON.parse(await (await fetch(mrss, asking)).text());
  const folder = `/hls/asset/${new URL(mediaURL).searchParams.get('sid')}`;
  const before = await read(firstPort, `${folder}/v0.m3u8`);
  const requestedBefore = requested;
  const isAd = (line: string) => line.startsWith('ad/') && !line.startsWith('ad/intro');
  const uris = before.split('\n').filter(isAd);
  expect(new Set(uris.map((uri) => uri.split('.')[0])).size).toBe(3);
  const show = (port: number, uri = '') =>
    fetch(`http://127.0.0.1:${port}${folder}/${uri}`, { redirect: 'manual' });
  await show(firstPort, uris[0]);
  await expect.poll(() => environment.beaconsOf('impression').length).toBe(1);
  await stitcher?.kill();
  const port = await start();
  expect(await read(port, `${folder}/v0.m3u8`)).toBe(before);
  expect(requested).toBe(requestedBefore);
  for (const uri of [...uris, ...uris]) await show(port, uri);
  await expect.poll(() => environment.beaconsOf('complete').length, { timeout: 5_000 }).toBe(3);
  expect(environment.beaconsOf('impression')).toHaveLength(3);
}, 60_000);

test('a VOD asset without a requested ad segment is decided again', async () => {
  environment.ads = [{ id: 'one', seconds: 2 }];
  const viewer = new TestPlayer(await start(), 'asset');
  await viewer.open('?api-key=secret');
  const path = `/hls/asset/${viewer.sessionId}/v0.m3u8`;
  expect(await (await viewer.get(path)).text()).toContain('\nad/');
  await stitcher?.kill();
  environment.ads = [];
  expect(await read(await start(), path)).not.toContain('\nad/');
}, 60_000);

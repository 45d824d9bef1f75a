import type { ChannelType } from '@interlude/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashManifest, dashManifestPath } from '../testing/dash-environment.suite.ts';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent } from '../testing/vod-origin.suite.ts';
import { requiresSourceRestart } from './requires-source-restart.ts';

/** The environment's port is the proxy: it answers for every host; these names are known to it alone. */
let environment: TestEnvironment;
let stitcher: TestStitcher;

const channel = (id: string, type: ChannelType, source: string) =>
  channelEntry(id, {
    name: id,
    type,
    sourceManifestUrl: `http://origin.example${source}`,
    adSource: { system: 'gva', url: 'http://ads.example/ads' },
    stitcher: { httpProxyUrl: environment.base },
    ...(id === 'asset' && { apiKey: 'key', sourceOrigins: ['http://feeds.example'] }),
  });

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.names = ['origin.example', 'ads.example', 'feeds.example'];
  addVodContent(environment);
  environment.ads = [{ id: 'one', seconds: 2 }];
  stitcher = await startStitcher(environment, [
    channel('live', 'hls-live', '/live/master.m3u8'),
    channel('asset', 'hls-vod', '/vod/master.m3u8'),
    channel('dash', 'dash-vod', '/vod/asset.mpd'),
    channel('dash-live', 'dash-live', dashManifestPath),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

/** `host path` of the requests through the proxy. */
const proxied = () =>
  new Set(
    environment.requests
      .filter(({ headers }) => headers.host?.endsWith('.example'))
      .map(({ headers, path }) => `${headers.host} ${path}`),
  );

test('httpProxyUrl: a live source and its ad server are requested through the proxy', async () => {
  environment.breaks = [{ at: environment.edge, segments: 4 }];
  const viewer = new TestPlayer(stitcher.port, 'live');
  await viewer.open();
  environment.edge += 4;
  const path = `/hls/live/${viewer.sessionId}/v0.m3u8`;
  await expect
    .poll(async () => (await viewer.get(path)).text(), { timeout: 15_000 })
    .toContain('ad/');
  const requested = proxied();
  for (const one of ['origin.example /live/master.m3u8', 'origin.example /live/v0.m3u8']) {
    expect(requested).toContain(one);
  }
  expect(requested).toContain('ads.example /ads');
});

test('httpProxyUrl: a live MPD is requested through the proxy', async () => {
  environment.override(dashManifestPath, (_request, response) =>
    response.end(dashManifest(environment)),
  );
  const answer = await fetch(`http://127.0.0.1:${stitcher.port}/dash/dash-live/manifest.mpd`, {
    redirect: 'manual',
  });
  const address = answer.headers.get('location') ?? '';
  const mpd = await fetch(new URL(address, `http://127.0.0.1:${stitcher.port}/dash/dash-live/`));
  expect(await mpd.text()).toContain('http://origin.example/');
  expect(proxied()).toContain(`origin.example ${dashManifestPath}`);
});

test('httpProxyUrl: assets, feeds and ad servers on demand are requested through the proxy', async () => {
  const viewer = new TestPlayer(stitcher.port, 'asset');
  await viewer.open('?api-key=key');
  const text = await (await viewer.get(`/hls/asset/${viewer.sessionId}/v0.m3u8`)).text();
  expect(text).toContain('ad/');
  expect(text).toContain('http://origin.example/vod/');
  const answer = await fetch(
    `http://127.0.0.1:${stitcher.port}/ad-aggregation-service/mrss/channel/asset`,
    {
      method: 'POST',
      headers: { 'api-key': 'key' },
      body: JSON.stringify({ url: 'http://feeds.example/feed' }),
    },
  );
  expect(answer.status).toBe(200);
  const mpd = await new TestPlayer(stitcher.port, 'dash').get('/dash/dash/manifest.mpd');
  expect(mpd.status).toBe(302);
  const requested = proxied();
  for (const one of [
    'origin.example /vod/master.m3u8',
    'origin.example /vod/v0.m3u8',
    'feeds.example /feed',
    'ads.example /ads',
  ]) {
    expect(requested).toContain(one);
  }
});

test('a save of another proxy reads the source anew', () => {
  const before = channel('live', 'hls-live', '/live/master.m3u8');
  const settings = structuredClone(before.settings);
  expect(requiresSourceRestart(before, { ...before, settings })).toBe(false);
  settings.stitcher.httpProxyUrl = '';
  expect(requiresSourceRestart(before, { ...before, settings })).toBe(true);
});

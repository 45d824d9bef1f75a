// Two stitchers that share nothing but the database: a VOD asset plays on at the other one as it was decided.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { TwoStitchers } from '../testing/two-stitchers.suite.ts';
import { addVodContent, vmapDocument } from '../testing/vod-origin.suite.ts';

let two: TwoStitchers;
/** Requests for ads. */
let requested = 0;
beforeEach(async () => {
  two = await TwoStitchers.start();
  const { environment } = two;
  addVodContent(environment);
  requested = 0;
  environment.override('/ads', (_request, response) => {
    requested += 1;
    const seconds = 2 + (requested % 3);
    response.end(environment.vast([{ id: `ad${requested}`, seconds }]));
  });
});
afterEach(() => two.stop());

const hls = () => ({
  type: 'hls-vod' as const,
  sourceManifestUrl: `${two.environment.base}/vod/master.m3u8`,
  apiKey: 'secret',
});

/** A session for the feed of the environment; its folder. */
async function openFeed(port: number, channelId: string, dash = false): Promise<string> {
  const path = `/ad-aggregation-service/mrss/channel/${channelId}`;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'api-key': 'secret' },
    body: JSON.stringify({ url: `${two.environment.base}/feed` }),
  });
  const { mediaURL } = JSON.parse(await answer.text());
  const { pathname, searchParams } = new URL(mediaURL);
  return dash ? pathname : `/hls/${channelId}/${searchParams.get('sid')}`;
}

const read = async (port: number, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
  return answer.headers.get('location') ?? (await answer.text());
};

test('H35 H36 a VOD asset has the same breaks and clips at another stitcher, and nobody is asked again', async () => {
  const channelId = await two.channel(hls());
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const folder = await openFeed(first.port, channelId);
  const before = await read(first.port, `${folder}/v0.m3u8`);
  const ads = before.split('\n').filter((line) => line.startsWith('ad/'));
  expect(ads.some((line) => line.startsWith('ad/intro0.'))).toBe(true);
  expect(new Set(ads.map((line) => line.split('.')[0])).size).toBe(4);
  const asked = requested;
  expect(asked).toBe(3);
  expect(await read(second.port, `${folder}/v0.m3u8`)).toBe(before);
  expect(await read(second.port, `${folder}/a0.m3u8`)).toBe(
    await read(first.port, `${folder}/a0.m3u8`),
  );
  for (const uri of ads) {
    const location = await read(second.port, `${folder}/${uri}`);
    expect(location).toContain('/creative/');
    expect(location).toBe(await read(first.port, `${folder}/${uri}`));
  }
  expect(requested).toBe(asked);
});

test('H35 D20 a VOD asset has the same Periods at another stitcher', async () => {
  const { environment } = two;
  const channelId = await two.channel({
    ...{ type: 'dash-vod', apiKey: 'secret' },
    sourceManifestUrl: `${environment.base}/vod/asset.mpd`,
  });
  environment.override('/ads', (_request, response) => {
    requested += 1;
    const file = `<MediaFile delivery="streaming" type="application/dash+xml" width="1280" height="720">${environment.base}/dash-ad/manifest.mpd</MediaFile>`;
    const ad = `<Ad id="ad${requested}"><InLine><AdSystem>t</AdSystem><AdTitle>t</AdTitle><Creatives><Creative><Linear><Duration>00:00:04</Duration><MediaFiles>${file}</MediaFiles></Linear></Creative></Creatives></InLine></Ad>`;
    response.end(`<VAST version="3.0">${ad}</VAST>`);
  });
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const path = await openFeed(first.port, channelId, true);
  const before = await read(first.port, path);
  expect(before.match(/<Period /g)?.length).toBeGreaterThan(3);
  const asked = requested;
  expect(await read(second.port, path)).toBe(before);
  expect(requested).toBe(asked);
});

test('H35 H36 a stitcher that cannot read what was decided for a VOD asset sends the request on, and knows it later', async () => {
  const channelId = await two.channel(hls());
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const path = `${await openFeed(first.port, channelId)}/v0.m3u8`;
  const before = await read(first.port, path);
  const asked = requested;
  // The session is no longer new.
  two.aheadMs += 4_000;
  await two.whileHeld(async () => {
    const refused = await fetch(`http://127.0.0.1:${second.port}${path}`);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('SESSION_STATE_UNAVAILABLE');
    expect(await read(first.port, path)).toBe(before);
  });
  expect(await read(second.port, path)).toBe(before);
  expect(requested).toBe(asked);
});

test('H36 two stitchers that decide a VOD asset at one time show the same, and one of them reports it', async () => {
  const channelId = await two.channel(hls());
  const stitchers = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(stitchers[0]?.port ?? 0, channelId);
  await player.open('?api-key=secret');
  const texts = await Promise.all(
    stitchers.flatMap(({ port }) => [1, 2].map(() => read(port, `${player.folder}/v0.m3u8`))),
  );
  expect(texts[0]).toContain('\nad/');
  expect(new Set(texts).size).toBe(1);
});

test('H36 V9 breaks of a VMAP are where they were, also when it names others by now', async () => {
  const { environment } = two;
  const inline = environment.vast([{ id: 'inline', seconds: 2 }]);
  let breaks = vmapDocument(environment.base, inline);
  environment.override('/ads', (_request, response) => response.end(breaks));
  environment.override('/tag', (_request, response) =>
    response.end(environment.vast([{ id: 'tag', seconds: 3 }])),
  );
  const adSource = { system: 'gva' as const, url: `${environment.base}/ads` };
  const channelId = await two.channel({ ...hls(), adSource });
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(first.port, channelId);
  await player.open('?api-key=secret');
  const before = await player.reload();
  expect(before.adUris.length).toBeGreaterThan(4);
  breaks = breaks.replace('50%', '25%');
  player.moveTo(second.port);
  expect((await player.reload()).text).toBe(before.text);
});

test('a VOD asset of which a creative is lost is decided again', async () => {
  const channelId = await two.channel(hls());
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const player = new TestPlayer(first.port, channelId);
  await player.open('?api-key=secret');
  const before = await player.reload();
  expect(before.adUris.length).toBeGreaterThan(0);
  const asked = requested;
  await two.lose('creative_snapshots');
  player.moveTo(second.port);
  const after = await player.reload();
  expect(after.adUris.length).toBeGreaterThan(0);
  expect(requested).toBeGreaterThan(asked);
});

import { monitorKey, monitorParameter } from '@interlude/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { TestEnvironment } from './testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from './testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 2 }];
  environment.breaks = [{ at: 22, segments: 2 }];
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      ...{ name: 'test', apiKey: 'of-viewers' },
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${environment.base}/ads` },
    }),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

const key = () => monitorKey(Buffer.alloc(32, 7), 'c1', Math.floor(Date.now() / 1000) + 60);

/** Plays through the break and requests each ad segment. */
async function play(query: string) {
  const viewer = new TestPlayer(stitcher.port, 'c1');
  await viewer.open(query);
  await viewer.reload();
  const ads = new Set<string>();
  await playUpTo(environment, viewer, 27, async ({ adUris }) => {
    for (const uri of adUris.filter((one) => !ads.has(one))) {
      ads.add(uri);
      expect(await viewer.adSegment(uri)).not.toBeNull();
    }
  });
  return ads.size;
}

const adRequests = () => environment.requests.filter(({ path }) => path === '/ads');
const beacons = () => environment.requests.filter(({ path }) => path.startsWith('/beacon'));
const counted = () => stitcher.batches.flatMap(({ rows }) => rows);

test('SEC-S92 a session of the monitor sees ads, asks for them by a marked request, counts nowhere and sends no beacon', async () => {
  expect(await play(`?${monitorParameter}=${key()}`)).toBe(2);
  expect(adRequests().map(({ headers }) => headers['x-interlude-monitor'])).toEqual(['1']);
  await stitcher.stop();
  expect(beacons()).toEqual([]);
  expect(counted()).toEqual([]);
});

test('SEC-S92 a viewer without a key is no monitor, whatever the query says', async () => {
  const refused = new TestPlayer(stitcher.port, 'c1');
  expect(await refused.open(`?${monitorParameter}=1`)).toContain('api-key');
  expect(await play(`?api-key=of-viewers&${monitorParameter}=1`)).toBe(2);
  expect(adRequests().map(({ headers }) => headers['x-interlude-monitor'])).toEqual([undefined]);
  await stitcher.stop();
  expect(beacons().length).toBeGreaterThan(0);
  expect(counted().length).toBeGreaterThan(0);
});

test('SEC-S92 a session of the monitor gets the reason of a break without ads', async () => {
  environment.ads = [];
  const breaksOf = async (query: string): Promise<unknown> => {
    const viewer = new TestPlayer(stitcher.port, 'c1');
    await viewer.open(query);
    await viewer.reload();
    await playUpTo(environment, viewer, 27);
    return (await viewer.get(`${viewer.folder}/breaks.json`)).json();
  };
  expect(await breaksOf(`?${monitorParameter}=${key()}`)).toEqual([
    {
      ...{ id: expect.any(String), startMs: expect.any(Number), endMs: expect.any(Number) },
      ...{ ads: [], reason: 'NO_ADS' },
    },
  ]);
});

test('SEC-S92 a viewer gets breaks with ads alone', async () => {
  environment.ads = [];
  const viewer = new TestPlayer(stitcher.port, 'c1');
  await viewer.open('?api-key=of-viewers');
  await viewer.reload();
  await playUpTo(environment, viewer, 27);
  expect(await (await viewer.get(`${viewer.folder}/breaks.json`)).json()).toEqual([]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { type StitcherProcess, spawnStitcher } from '../testing/stitcher-process.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { beaconLimits } from './beacon-sender.ts';

const viewers = 40;
const adSeconds = 4;
const events = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

let environment: TestEnvironment;
let stitcher: StitcherProcess;
let dataFolder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-killed-'));
  environment = new TestEnvironment();
  await environment.start();
});
afterEach(async () => {
  await stitcher.kill();
  await environment.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const start = () =>
  spawnStitcher({
    dataFolder,
    allow: environment.host,
    channels: [
      channelEntry('c1', {
        name: 'test',
        sourceManifestUrl: `${environment.base}/live/master.m3u8`,
        adSource: { system: 'gva', url: `${environment.base}/ads` },
      }),
    ],
  });

/** Records beacons and fails every tenth one. @returns accepted beacons by path (event, session and ad) */
function record(): Map<string, number> {
  const accepted = new Map<string, number>();
  let received = 0;
  environment.override('/beacon/*', (_, response, { pathname }) => {
    received += 1;
    if (received % 10 === 0) {
      response.writeHead(503).end();
      return;
    }
    accepted.set(pathname, (accepted.get(pathname) ?? 0) + 1);
    response.writeHead(204).end();
  });
  return accepted;
}

/** Each session gets ads of its own, so that trackers tell sessions apart. */
function answerAds(): Map<string, string> {
  const names = new Map<string, string>();
  environment.override('/ads', (_, response, url) => {
    const sid = url.searchParams.get('sessionId') ?? '';
    const name = names.get(sid) ?? `s${names.size}`;
    names.set(sid, name);
    const creative = `c-${adSeconds}`;
    response.end(
      environment.vast([
        { id: `${name}-first`, seconds: adSeconds, creative: `${creative}-x` },
        { id: `${name}-second`, seconds: adSeconds, creative: `${creative}-y` },
      ]),
    );
  });
  return names;
}

async function openAll(): Promise<TestPlayer[]> {
  const players = Array.from({ length: viewers }, () => new TestPlayer(stitcher.port, 'c1'));
  for (const player of players) {
    await player.open();
    await player.reload();
  }
  return players;
}

test('B4 B5 a stitcher killed in the middle of a break, every tenth tracker failing: each event once', async () => {
  environment.breaks = [{ at: 22, segments: 8 }];
  const accepted = record();
  const names = answerAds();
  stitcher = await start();
  const players = await openAll();
  // Six of eight ad segments are there.
  environment.edge = 28;
  const addresses = await Promise.all(
    players.map(async (player) => (await player.until(({ adUris }) => adUris.length === 6)).adUris),
  );
  const send = (index: number) =>
    players.map((player, viewer) => player.adSegment(addresses[viewer]?.[index] ?? ''));
  for (const index of [0, 1, 2]) {
    await Promise.all(send(index));
  }
  const underWay = [...send(3), ...send(4)];
  await Promise.race(underWay);
  await stitcher.kill();
  await Promise.allSettled(underWay);
  const beforeRestart = [...accepted.values()].reduce((sum, count) => sum + count, 0);

  stitcher = await start();
  for (const player of players) {
    player.moveTo(stitcher.port);
  }
  // Players go on, and repeat some of their requests.
  for (const index of [0, 3, 4, 5, 1]) {
    const locations = await Promise.all(send(index));
    expect(locations.every((location) => location?.includes('/creative/'))).toBe(true);
  }
  const expected = [...names.values()].flatMap((name) => [
    ...events.map((event) => `/beacon/${event}/${name}-first`),
    ...['impression', 'start', 'firstQuartile'].map((event) => `/beacon/${event}/${name}-second`),
  ]);
  // Beacons under way at the moment of the kill are not sent again, whether they arrived or were refused.
  const enough = expected.length - beaconLimits.activePerHost;
  const sent = () => expected.filter((path) => accepted.has(path)).length;
  await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThanOrEqual(enough);
  expect([...accepted].filter(([, count]) => count > 1)).toEqual([]);
  expect([...accepted.keys()].filter((path) => !expected.includes(path))).toEqual([]);
  expect(beforeRestart).toBeGreaterThan(viewers);
  expect(beforeRestart).toBeLessThan(expected.length);
  // The break keeps its ads: no other one may stand under the same address.
  const [player] = players;
  const requested = environment.requested('/ads');
  const playlist = await player?.reload();
  expect(playlist?.adUris).toEqual(addresses[0]);
  expect(environment.requested('/ads')).toBe(requested);
});

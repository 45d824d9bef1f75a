/** Two players watch the same stitched channels through ten breaks each, in real time. */
import { contract } from '@interlude/contract';
import { type BrowserContext, expect, test } from '@playwright/test';
import { signIn } from '../../tools/sign-in.ts';
import { labReady, type RecordedBeacon, recordedBeacons } from './lab.ts';
import { platform } from './platform.ts';
import {
  breaksSeen,
  type PlaybackReport,
  type PlayerName,
  readReport,
  servePlayer,
} from './player-page.ts';

const BREAKS = 10;
/** A break of 11.52 s every 23.04 s: ten of them fit into four minutes. */
const SOURCE_QUERY = '?every=23.04&break=11.52';
const WATCH_MS = 23_040 * (BREAKS + 1) + 30_000;
const EVENTS = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

async function createChannel(name: string, source: string, slate: string): Promise<string> {
  const { client } = await signIn(platform);
  const channel = await client(contract.channels.create, {
    body: {
      name,
      state: 'enabled',
      sourceManifestUrl: platform.labUrl + source + SOURCE_QUERY,
      adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast`, params: {} },
      adSlateManifestUrl: platform.labUrl + slate,
    },
  });
  return channel.outputUri;
}

/** One session of its own, so that the recorder can tell the players apart. */
async function openSession(outputUri: string): Promise<{ url: string; sid: string }> {
  await expect.poll(async () => (await fetch(outputUri)).status, { timeout: 20_000 }).toBe(200);
  const { url } = await fetch(outputUri);
  return { url, sid: new URL(url).searchParams.get('sid') ?? '' };
}

async function watch(
  context: BrowserContext,
  player: PlayerName,
  url: string,
): Promise<PlaybackReport> {
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  await page.waitForTimeout(WATCH_MS);
  const report = await readReport(page);
  await page.close();
  await served.close();
  return report;
}

function expectSmoothPlayback(report: PlaybackReport): void {
  expect(report.errors).toEqual([]);
  expect(report.stalls).toEqual([]);
  expect(breaksSeen(report.runs).length).toBeGreaterThanOrEqual(BREAKS);
  expect(report.playedSeconds).toBeGreaterThan(WATCH_MS / 1000 - 25);
}

function expectEachBeaconOnce(beacons: readonly RecordedBeacon[]): void {
  const keys = beacons.map(({ breakId, position, ad, event }) =>
    [breakId, position, ad, event].join(' '),
  );
  expect(keys.length).toBeGreaterThan(BREAKS * EVENTS.length * 0.9);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
}

test.describe('ten breaks without a stall or an error', () => {
  test.setTimeout(WATCH_MS + 300_000);

  test('shaka and hls.js, CMAF with cue tags and TS with date ranges', async ({ context }) => {
    await labReady(240_000);
    const cmaf = await createChannel(
      'Playback CMAF',
      '/live/cmaf/cue/master.m3u8',
      '/slate/cmaf/master.m3u8',
    );
    const ts = await createChannel(
      'Playback TS',
      '/live/ts/daterange/master.m3u8',
      '/slate/ts/master.m3u8',
    );
    const [shakaSession, hlsSession] = [await openSession(cmaf), await openSession(ts)];
    const [shaka, hls] = await Promise.all([
      watch(context, 'shaka', shakaSession.url),
      watch(context, 'hls.js', hlsSession.url),
    ]);
    expectSmoothPlayback(shaka);
    expectSmoothPlayback(hls);
    const beacons = await recordedBeacons();
    for (const { sid } of [shakaSession, hlsSession]) {
      const own = beacons.filter(
        (beacon) =>
          beacon.session !== '' &&
          (sid.startsWith(beacon.session) || beacon.session.startsWith(sid)),
      );
      expectEachBeaconOnce(own);
    }
  });
});

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

/** A break of 11.52 s every 23.04 s: ten of them fit into four minutes. */
const EVERY_MS = 23_040;
const SOURCE_QUERY = '?every=23.04&break=11.52';
const watchMs = (breaks: number) => EVERY_MS * (breaks + 1) + 15_000;
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
  breaks: number,
): Promise<PlaybackReport> {
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  await page.waitForTimeout(watchMs(breaks));
  const report = await readReport(page);
  await page.close();
  await served.close();
  return report;
}

function expectSmoothPlayback(report: PlaybackReport, breaks: number): void {
  expect(report.errors).toEqual([]);
  expect(report.stalls).toEqual([]);
  expect(breaksSeen(report.runs).length).toBeGreaterThanOrEqual(breaks);
  expect(report.playedSeconds).toBeGreaterThan(watchMs(breaks) / 1000 - 25);
}

function expectEachBeaconOnce(beacons: readonly RecordedBeacon[], breaks: number): void {
  const keys = beacons.map(({ breakId, position, ad, event }) =>
    [breakId, position, ad, event].join(' '),
  );
  expect(keys.length).toBeGreaterThan(breaks * EVENTS.length * 0.9);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
}

interface Viewing {
  readonly player: PlayerName;
  readonly container: 'cmaf' | 'ts';
}

const cueDialects = { cmaf: 'cue', ts: 'daterange' } as const;

/** Both watch at once, each in a session of its own. */
async function watchBoth(context: BrowserContext, viewings: readonly Viewing[], breaks: number) {
  await labReady(240_000);
  return Promise.all(
    viewings.map(async ({ player, container }) => {
      const source = `/live/${container}/${cueDialects[container]}/master.m3u8`;
      const output = await createChannel(
        `Playback ${player} ${container}`,
        source,
        `/slate/${container}/master.m3u8`,
      );
      const { url, sid } = await openSession(output);
      const report = await watch(context, player, url, breaks);
      return { report, sid };
    }),
  );
}

async function beaconsOf(sid: string): Promise<readonly RecordedBeacon[]> {
  return (await recordedBeacons()).filter(({ session }) => session === sid);
}

test('ten breaks without a stall or an error: shaka on TS with date ranges, hls.js on CMAF with cue tags', async ({
  context,
}) => {
  const breaks = 10;
  test.setTimeout(watchMs(breaks) + 300_000);
  const viewings = [
    { player: 'shaka', container: 'ts' },
    { player: 'hls.js', container: 'cmaf' },
  ] as const;
  for (const { report, sid } of await watchBoth(context, viewings, breaks)) {
    expectSmoothPlayback(report, breaks);
    expectEachBeaconOnce(await beaconsOf(sid), breaks);
  }
});

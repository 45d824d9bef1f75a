/** Players that report their playback (CMCD) stall at the first ad of a break: the stall is counted at that splice. */
import type { RollupRow } from '@interlude/reporting';
import { type Browser, expect, test } from '@playwright/test';
import {
  channelEntry,
  startStitcher,
} from '../../../apps/stitcher/src/testing/start-stitcher.suite.ts';
import { labReady } from '../lab.ts';
import { platform } from '../platform.ts';
import { dashSource } from './dash-viewing.ts';
import { beginsInProgramme, EVERY_MS } from './lab-breaks.ts';
import { type PlayerName, type PlayerSetup, readReport, servePlayer } from './player-page.ts';
import { hlsSource, openSession, type Source } from './viewing.ts';

/** The public address of a test's stitcher; the browser's requests to it are routed to the stitcher's port. */
const PUBLIC_HOST = 'http://viewers.test';
const PACE_MS = 1_000;
/** Milliseconds: less than hls.js waits for a first byte, and more than the small buffers below hold. */
const DELAY_MS = 9_000;
const WATCH_MS = 3 * EVERY_MS;

interface ReportingPlayer {
  readonly channel: string;
  readonly player: PlayerName;
  readonly source: Source;
  readonly setup: PlayerSetup;
  /** The CMCD settings for the address to which the player sends events. */
  readonly events?: (url: string) => PlayerSetup['cmcd'];
  /** Its ads are not delayed. */
  readonly isUndisturbed?: boolean;
}

const smallHls = { config: { maxBufferLength: 3, maxMaxBufferLength: 4 } };
const smallDash = {
  config: { streaming: { buffer: { bufferTimeDefault: 3, bufferTimeAtTopQuality: 3 } } },
};

const byRequests: readonly ReportingPlayer[] = [
  {
    channel: 'hls-query',
    player: 'hls.js',
    source: hlsSource('cmaf/cue'),
    setup: { ...smallHls, cmcd: {} },
  },
  {
    channel: 'hls-headers',
    player: 'hls.js',
    source: hlsSource('cmaf/cue'),
    setup: { ...smallHls, cmcd: { useHeaders: true } },
  },
  {
    channel: 'shaka-query',
    player: 'shaka',
    source: hlsSource('cmaf/cue'),
    setup: {
      config: { streaming: { bufferingGoal: 3, rebufferingGoal: 1 } },
      cmcd: { enabled: true, version: 2 },
    },
  },
  {
    channel: 'dash-query',
    player: 'dash.js',
    source: dashSource('number'),
    setup: { ...smallDash, cmcd: { enabled: true } },
  },
];

/** Set up as the manual describes. */
const byEvents: readonly ReportingPlayer[] = [
  {
    channel: 'hls-events',
    player: 'hls.js',
    source: hlsSource('cmaf/cue'),
    setup: smallHls,
    events: (url) => ({ version: 2, eventTargets: [{ url, events: ['ps', 'e', 't'] }] }),
  },
  {
    channel: 'dash-events',
    player: 'dash.js',
    source: dashSource('number'),
    setup: smallDash,
    events: (url) => {
      const enabledKeys = ['e', 'ts', 'sta', 'v'];
      const target = { enabled: true, url, events: ['ps', 'e', 't'], enabledKeys };
      return { enabled: true, version: 2, eventTargets: [target] };
    },
  },
  {
    channel: 'hls-undisturbed',
    player: 'hls.js',
    source: hlsSource('cmaf/cue'),
    setup: { cmcd: {} },
    isUndisturbed: true,
  },
];

/** The first ad of every break comes late; everything else comes at once. */
async function watchLateAds(
  browser: Browser,
  base: string,
  { channel, player, source, setup, events, isUndisturbed = false }: ReportingPlayer,
): Promise<number> {
  const output = source.type === 'dash-live' ? 'dash' : 'hls';
  const file = output === 'dash' ? 'manifest.mpd' : 'master.m3u8';
  await beginsInProgramme(player === 'shaka');
  const { url } = await openSession(`${base}/${output}/${channel}/${file}`);
  const { pathname, searchParams } = new URL(url);
  const sid = searchParams.get('sid') ?? /([^/]+)\.mpd$/.exec(pathname)?.[1];
  const cmcd = events?.(`${base}/${output}/${channel}/${sid}/cmcd`) ?? setup.cmcd;
  const context = await browser.newContext();
  const hereOf = (address: string) => address.replace(PUBLIC_HOST, base);
  await context.route(`${PUBLIC_HOST}/**`, (route) =>
    route.continue({ url: hereOf(route.request().url()) }),
  );
  await context.route(/\/ad\/[^/]+\.0\//, async (route) => {
    const response = await route.fetch({ url: hereOf(route.request().url()) });
    await new Promise((resolve) => setTimeout(resolve, isUndisturbed ? 0 : DELAY_MS));
    await route.fulfill({ response }).catch(() => undefined);
  });
  const played = output === 'dash' ? url.replace(base, PUBLIC_HOST) : url;
  const served = await servePlayer(player, played, cmcd === undefined ? setup : { ...setup, cmcd });
  const page = await context.newPage();
  await page.goto(served.url);
  await page.waitForTimeout(WATCH_MS);
  const { stalls } = await readReport(page);
  await context.close();
  await served.close();
  return stalls.length;
}

function countedFor(channel: string, rows: readonly RollupRow[]) {
  const sums = { stallSplices: 0, stalls: 0 };
  for (const row of rows) {
    const isAtAds = row.value === 'contentToAd' || row.value === 'adToAd';
    if (row.dimension === 'splice' && row.channel === channel && isAtAds) {
      sums.stallSplices += row.counters.stallSplices;
      sums.stalls += row.counters.stalls;
    }
  }
  return sums;
}

const ways: readonly (readonly [name: string, players: readonly ReportingPlayer[]])[] = [
  ['its requests, in the query and in headers', byRequests],
  ['events', byEvents],
];

for (const [name, players] of ways) {
  test(`CTA-5004 a player that stalls at a late ad is counted at its splice, by ${name}`, {
    tag: '@full',
  }, async ({ browser }) => {
    test.setTimeout(WATCH_MS + 400_000);
    await labReady(240_000);
    const lab = new URL(platform.labUrl).host;
    const stitcher = await startStitcher(
      { host: lab, recorder: lab },
      players.map(({ channel, source: { path, slate, type = 'hls-live' } }) =>
        channelEntry(channel, {
          name: channel,
          type,
          sourceManifestUrl: platform.labUrl + path,
          adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast` },
          adSlateManifestUrl: platform.labUrl + slate,
        }),
      ),
      undefined,
      PACE_MS,
      'info',
    );
    try {
      const base = `http://127.0.0.1:${stitcher.port}`;
      const seen = await Promise.all(players.map((one) => watchLateAds(browser, base, one)));
      await stitcher.stop();
      const rows = stitcher.batches.flatMap((batch) => batch.rows);
      for (const [index, { channel, isUndisturbed = false }] of players.entries()) {
        const { stalls, stallSplices } = countedFor(channel, rows);
        const onScreen = seen[index] ?? 0;
        expect.soft(stallSplices, `${channel}: splices`).toBeGreaterThan(0);
        expect.soft(stalls, channel).toBeLessThanOrEqual(stallSplices);
        if (isUndisturbed) {
          expect
            .soft(stalls, `${channel}: no more than on the screen`)
            .toBeLessThanOrEqual(onScreen);
        } else {
          expect.soft(onScreen, `${channel}: stalls on the screen`).toBeGreaterThan(0);
          expect.soft(stalls, `${channel}: counted at splices`).toBeGreaterThan(0);
        }
      }
    } finally {
      await stitcher.stop();
    }
  });
}

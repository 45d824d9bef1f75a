/** Players that report what they see (CMCD) stall at the first ad of a break: the stall is counted there. */
import type { RollupRow } from '@interlude/reporting';
import { type Browser, expect, test } from '@playwright/test';
import {
  channelEntry,
  startStitcher,
} from '../../../apps/stitcher/src/testing/start-stitcher.suite.ts';
import { labReady } from '../lab.ts';
import { platform } from '../platform.ts';
import { dashSource } from './dash-viewing.ts';
import { type PlayerName, type PlayerSetup, readReport, servePlayer } from './player-page.ts';
import { beginsInProgramme, EVERY_MS, hlsSource, openSession, type Source } from './viewing.ts';

/** Where the stitcher of a test believes it is; the browser is led to its port. */
const PUBLIC_HOST = 'http://viewers.test';
const PACE_MS = 1_000;
/** Within what hls.js waits for a first byte, and more than the small buffers below hold. */
const DELAY_MS = 9_000;
const WATCH_MS = 3 * EVERY_MS;

const players: readonly {
  readonly channel: string;
  readonly player: PlayerName;
  readonly source: Source;
  readonly setup: PlayerSetup;
}[] = [
  {
    channel: 'hls-query',
    player: 'hls.js',
    source: hlsSource('cmaf/cue'),
    setup: { config: { maxBufferLength: 3, maxMaxBufferLength: 4 }, cmcd: {} },
  },
  {
    channel: 'hls-headers',
    player: 'hls.js',
    source: hlsSource('cmaf/cue'),
    setup: { config: { maxBufferLength: 3, maxMaxBufferLength: 4 }, cmcd: { useHeaders: true } },
  },
  {
    channel: 'shaka-states',
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
    setup: {
      config: {
        streaming: { buffer: { bufferTimeDefault: 3, bufferTimeAtTopQuality: 3 } },
      },
      cmcd: { enabled: true },
    },
  },
];

/** The first ad of every break comes late; everything else comes at once. */
async function watchLateAds(
  browser: Browser,
  base: string,
  { channel, player, source, setup }: (typeof players)[number],
): Promise<number> {
  const output = source.type === 'dash-live' ? 'dash' : 'hls';
  const file = output === 'dash' ? 'manifest.mpd' : 'master.m3u8';
  await beginsInProgramme(player === 'shaka');
  const { url } = await openSession(`${base}/${output}/${channel}/${file}`);
  const context = await browser.newContext();
  const hereOf = (address: string) => address.replace(PUBLIC_HOST, base);
  await context.route(`${PUBLIC_HOST}/**`, (route) =>
    route.continue({ url: hereOf(route.request().url()) }),
  );
  await context.route(/\/ad\/[^/]+\.0\//, async (route) => {
    const response = await route.fetch({ url: hereOf(route.request().url()) });
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    await route.fulfill({ response }).catch(() => undefined);
  });
  const played = output === 'dash' ? url.replace(base, PUBLIC_HOST) : url;
  const served = await servePlayer(player, played, setup);
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

test('CTA-5004 a player that stalls at a late ad is counted at its splice, by query, headers and states', {
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
    for (const [index, { channel }] of players.entries()) {
      const { stalls, stallSplices } = countedFor(channel, rows);
      expect.soft(seen[index], `${channel}: stalls on the screen`).toBeGreaterThan(0);
      expect.soft(stalls, `${channel}: counted at splices`).toBeGreaterThan(0);
      expect.soft(stalls, channel).toBeLessThanOrEqual(stallSplices);
    }
  } finally {
    await stitcher.stop();
  }
});

/** Players play stitched assets from the first frame to the last, side by side in one browser. */
import { type Browser, expect, test } from '@playwright/test';
import { FRAME_RATE } from '../../../apps/lab/src/media/cards/card.ts';
import { type PlayerName, readReport, servePlayer } from './player-page.ts';
import {
  createChannel,
  expectEachBeaconOnce,
  expectExactBreaks,
  openSession,
  type Source,
  UNCOUNTED_SECONDS,
  type Viewing,
  type Watched,
} from './viewing.ts';

/** A marked break of 11.52 s in 34.56 s; ads take its place. */
const QUERY = 'length=34.56&every=23.04&break=11.52';
const ASSET_SECONDS = 34.56;
const ASSET_FRAMES = ASSET_SECONDS * FRAME_RATE;
const PATIENCE_MS = 60_000;
const stitcher = { useScte35: true, replaceInsteadOfInsert: true };

const hlsAsset: Source = {
  path: `/vod/hls/master.m3u8?${QUERY}&marks=cue`,
  slate: '/slate/cmaf/master.m3u8',
  type: 'hls-vod',
  stitcher,
};
const dashAsset: Source = {
  path: `/vod/dash/manifest.mpd?${QUERY}&events=xml`,
  slate: '/slate/dash/manifest.mpd',
  type: 'dash-vod',
  stitcher,
};

/** Plays until the player reports the end. */
async function watchToTheEnd(browser: Browser, player: PlayerName, url: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  const hasEnded = await page
    .waitForFunction(() => document.querySelector('video')?.ended, null, { timeout: PATIENCE_MS })
    .then(
      () => true,
      () => false,
    );
  const report = await readReport(page);
  await context.close();
  await served.close();
  return { report, hasEnded };
}

async function watch(browser: Browser, { player, source }: Viewing): Promise<Watched> {
  const name = `${player} on ${source.path}`;
  const { url, mark } = await openSession(await createChannel(`Asset ${name}`, source));
  const { report, hasEnded } = await watchToTheEnd(browser, player, url);
  expect.soft(hasEnded, `${name} ends`).toBe(true);
  return { name, report, mark };
}

test('H36 D20 assets play to their end with ads in place of what is marked', async ({
  browser,
}) => {
  test.setTimeout(PATIENCE_MS + 300_000);
  const viewings: readonly Viewing[] = [
    { player: 'hls.js', source: hlsAsset },
    { player: 'shaka', source: dashAsset },
    { player: 'dash.js', source: dashAsset },
  ];
  for (const watched of await Promise.all(viewings.map((each) => watch(browser, each)))) {
    const { name, report } = watched;
    expect.soft(report.errors, name).toEqual([]);
    expect.soft(report.stalls, name).toEqual([]);
    expect
      .soft(report.playedSeconds, name)
      .toBeGreaterThan(report.watchedSeconds - UNCOUNTED_SECONDS);
    expect.soft(report.playedSeconds, name).toBeLessThan(ASSET_SECONDS + 1);
    expect.soft(report.runs.at(0)?.firstFrame, name).toBeLessThan(FRAME_RATE);
    expect.soft(report.runs.at(-1)?.lastFrame, name).toBeGreaterThan(ASSET_FRAMES - FRAME_RATE);
    expectExactBreaks(name, report.runs, 1);
    await expectEachBeaconOnce(watched, 1);
  }
});

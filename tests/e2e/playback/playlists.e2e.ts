/** Players watch a playlist through VoD channels: its items one after the other, whole ads at its cue points. */
import type { ChannelType } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { type Browser, expect, test } from '@playwright/test';
import { labReady } from '../lab.ts';
import { platform } from '../platform.ts';
import { breaksSeen, faultsOfBreaks } from './frame-runs.ts';
import { type PlayerName, readReport, servePlayer } from './player-page.ts';
import { openSession, operator } from './viewing.ts';

const PATIENCE_MS = 90_000;
const QUERY = 'length=34.56&every=23.04&break=11.52';
/** Two items of six segments each. */
const CONTENT_SECONDS = 2 * 11.52;

async function createPlaylist(): Promise<string> {
  const client = await operator();
  const item = {
    ...{ duration: 12, spliceType: 'percent' as const },
    cuePoints: [{ spliceTime: 50, maxDuration: 12, maxAds: 2 }],
  };
  const vodAsset = { hls: '/vod/hls/master.m3u8', dash: '/vod/dash/manifest.mpd' };
  const address = (path: string) => `${platform.labUrl}${path}?${QUERY}`;
  const { outputUris } = await client(contract.playlists.create, {
    body: {
      ...{ name: 'Watched', status: 'enabled' },
      contents: [vodAsset.hls, vodAsset.dash, vodAsset.hls, vodAsset.dash].map((path) => ({
        ...{ ...item, url: address(path) },
      })),
    },
  });
  return outputUris.mrss;
}

async function createChannel(type: ChannelType, sourceManifestUrl: string): Promise<string> {
  const client = await operator();
  const { outputUri } = await client(contract.channels.create, {
    body: {
      ...{ name: `Playlist ${type}`, type, state: 'enabled', sourceManifestUrl },
      adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast` },
      stitcher: { numberOfSegmentsToReplayAfterMidroll: 0 },
    },
  });
  return outputUri;
}

async function watch(browser: Browser, player: PlayerName, outputUri: string): Promise<void> {
  const { url } = await openSession(outputUri);
  const context = await browser.newContext();
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  const ended = page.waitForFunction(() => document.querySelector('video')?.ended, null, {
    timeout: PATIENCE_MS,
  });
  const hasEnded = await ended.then(
    () => true,
    () => false,
  );
  const report = await readReport(page);
  await context.close();
  await served.close();
  expect.soft(hasEnded, `${player} ends`).toBe(true);
  expect.soft(report.errors, player).toEqual([]);
  expect.soft(report.stalls, player).toEqual([]);
  expect.soft(report.playedSeconds, player).toBeGreaterThan(CONTENT_SECONDS + 10);
  expect.soft(breaksSeen(report.runs), player).toHaveLength(2);
  // Content is left and entered at the same frame.
  expect.soft(faultsOfBreaks(report.runs, 0), player).toEqual([]);
}

test('PLY-006 PLY-012 H36 D20 a playlist plays to its end in HLS and DASH, with whole ads at its cue points', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(PATIENCE_MS + 300_000);
  await labReady(240_000);
  const feed = await createPlaylist();
  const hls = await createChannel('hls-vod', feed);
  const dash = await createChannel('dash-vod', feed);
  await Promise.all([
    watch(browser, 'hls.js', hls),
    watch(browser, 'shaka', dash),
    watch(browser, 'dash.js', dash),
  ]);
});

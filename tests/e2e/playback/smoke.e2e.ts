/** The three players on every form of live source through one break, side by side, so that they share its real time. */
import { test } from '@playwright/test';
import { dashSource } from './dash-viewing.ts';
import { decodeStitched, expectDecoded } from './ffmpeg-viewing.ts';
import {
  expectEachBeaconOnce,
  expectSmoothPlayback,
  hlsSource,
  type Viewing,
  type Watched,
  watchAll,
  withoutSecondAppends,
} from './viewing.ts';

const BREAKS = 1;
const TIMEOUT_MS = 120_000;

const hls: readonly Viewing[] = [
  { player: 'shaka', source: hlsSource('cmaf/cue') },
  { player: 'shaka', source: hlsSource('ts/daterange') },
  { player: 'hls.js', source: hlsSource('cmaf/daterange') },
  { player: 'hls.js', source: hlsSource('ts/cue') },
];
const dash: readonly Viewing[] = [
  { player: 'shaka', source: dashSource('timeline') },
  { player: 'shaka', source: dashSource('multiperiod') },
  { player: 'dash.js', source: dashSource('timeline', '&events=xml') },
  { player: 'dash.js', source: dashSource('multiperiod') },
];

async function expectWatched(watched: Watched): Promise<void> {
  const errors = withoutSecondAppends(watched.report.errors);
  expectSmoothPlayback({ ...watched, report: { ...watched.report, errors } }, BREAKS);
  await expectEachBeaconOnce(watched, BREAKS);
}

test('live HLS through a break in shaka, hls.js and FFmpeg: no stall, no error, every ad whole, each beacon once', async ({
  browser,
}) => {
  test.setTimeout(TIMEOUT_MS);
  const decoding = decodeStitched(hlsSource('ts/splicepoint'), BREAKS);
  for (const watched of await watchAll(browser, hls, BREAKS)) await expectWatched(watched);
  expectDecoded(await decoding, BREAKS);
});

test('live DASH through a break in shaka and dash.js: no stall, no error, every ad whole, each beacon once', async ({
  browser,
}) => {
  test.setTimeout(TIMEOUT_MS);
  for (const watched of await watchAll(browser, dash, BREAKS)) await expectWatched(watched);
});

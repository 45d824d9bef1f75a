/**
 * The three players on every form of live source, side by side, so that they share its real time: through one break in
 * `npm test`, ten in the stage `ten-breaks`.
 */
import { test } from '@playwright/test';
import { dashSource } from './dash-viewing.ts';
import { decodeStitched, expectDecoded } from './ffmpeg-viewing.ts';
import {
  expectEachBeaconOnce,
  expectSmoothPlayback,
  hlsSource,
  playbackBreaks,
  type Viewing,
  type Watched,
  watchAll,
  watchMs,
  withoutSecondAppends,
} from './viewing.ts';

/** Beyond the breaks: channels, the start of the players, and the beacons behind them. */
const AROUND_MS = 90_000;

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
  expectSmoothPlayback({ ...watched, report: { ...watched.report, errors } }, playbackBreaks);
  await expectEachBeaconOnce(watched, playbackBreaks);
}

test('live HLS through breaks in shaka, hls.js and FFmpeg: no stall, no error, every ad whole, each beacon once', async ({
  browser,
}) => {
  test.setTimeout(watchMs(playbackBreaks) + AROUND_MS);
  const decoding = decodeStitched(hlsSource('ts/splicepoint'), playbackBreaks);
  for (const watched of await watchAll(browser, hls, playbackBreaks)) await expectWatched(watched);
  expectDecoded(await decoding, playbackBreaks);
});

test('live DASH through breaks in shaka and dash.js: no stall, no error, every ad whole, each beacon once', async ({
  browser,
}) => {
  test.setTimeout(watchMs(playbackBreaks) + AROUND_MS);
  for (const watched of await watchAll(browser, dash, playbackBreaks)) await expectWatched(watched);
});

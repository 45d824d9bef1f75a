/** Players keep a long list and load its updates, through breaks. */
import { expect, test } from '@playwright/test';
import {
  EVERY_MS,
  expectEachBeaconOnce,
  expectSmoothPlayback,
  hlsSource,
  playbackBreaks,
  type Viewing,
  watchAll,
  watchMs,
  withoutSecondAppends,
} from './viewing.ts';

const long = { dvrWindow: 600 };

const viewings: readonly Viewing[] = [
  { player: 'shaka', source: { ...hlsSource('cmaf/cue'), ...long } },
  { player: 'hls.js', source: { ...hlsSource('cmaf/daterange'), ...long } },
  { player: 'hls.js', source: { ...hlsSource('ts-aes/cue', '&iv=explicit'), ...long } },
];

test('a DVR window of ten minutes is updated by what is new: no stall, no error, every ad whole', {
  tag: '@full',
}, async ({ browser }) => {
  const breaks = playbackBreaks;
  test.setTimeout(watchMs(breaks) + 300_000);
  for (const watched of await watchAll(browser, viewings, breaks)) {
    const errors = withoutSecondAppends(watched.report.errors);
    expectSmoothPlayback({ ...watched, report: { ...watched.report, errors } }, breaks);
    await expectEachBeaconOnce(watched, breaks);
    // Each player reloads a list or two every few seconds.
    expect.soft(watched.updates ?? 0, watched.name).toBeGreaterThan((breaks * EVERY_MS) / 10_000);
  }
});

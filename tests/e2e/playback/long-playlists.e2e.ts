/** Players keep a long list, or MPD, and load its updates, through breaks. */
import { expect, test } from '@playwright/test';
import { dashSource } from './dash-viewing.ts';
import { EVERY_MS } from './lab-breaks.ts';
import {
  expectEachBeaconOnce,
  expectSmoothPlayback,
  hlsSource,
  playbackBreaks,
  type Source,
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

/** With half a minute and more of programme between two breaks. */
const dashSourceOf = (form: string): Source => ({
  ...dashSource(form),
  ...long,
  path: `/dash/${form}/manifest.mpd?every=46.08&break=11.52`,
});

const dashViewings: readonly Viewing[] = [
  { player: 'shaka', source: dashSourceOf('timeline') },
  { player: 'dash.js', source: dashSourceOf('timeline') },
  { player: 'shaka', source: dashSourceOf('number') },
  { player: 'dash.js', source: dashSourceOf('number') },
];

test('an MPD with ten minutes of DVR is patched between breaks: no stall, no error, every ad whole', {
  tag: '@full',
}, async ({ browser }) => {
  const breaks = playbackBreaks;
  test.setTimeout(watchMs(2 * breaks) + 300_000);
  for (const watched of await watchAll(browser, dashViewings, 2 * breaks)) {
    expectSmoothPlayback(watched, breaks);
    await expectEachBeaconOnce(watched, breaks);
    expect.soft(watched.updates ?? 0, watched.name).toBeGreaterThanOrEqual(2 * breaks);
  }
});

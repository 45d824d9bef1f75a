/** Players watch stitched DASH through breaks, in real time, side by side in one browser. */
import { test } from '@playwright/test';
import { dashSource, judgeDash } from './dash-viewing.ts';
import { expectStitched, WATCH_MS } from './judged-source.ts';
import { expectSameAdsAgain, seekBack } from './seeking.ts';
import {
  expectEachBeaconOnce,
  expectSmoothPlayback,
  playbackBreaks,
  watchAll,
  watchMs,
} from './viewing.ts';

test('DASH with one period and with many: no stall, no error, every ad whole', {
  tag: '@full',
}, async ({ browser }) => {
  const breaks = playbackBreaks;
  test.setTimeout(watchMs(breaks) + 300_000);
  const viewings = [
    { player: 'shaka', source: dashSource('timeline') },
    { player: 'dash.js', source: dashSource('timeline', '&events=xml') },
    { player: 'shaka', source: dashSource('multiperiod') },
    { player: 'dash.js', source: dashSource('multiperiod') },
    { player: 'shaka', source: dashSource('number') },
    { player: 'dash.js', source: dashSource('number', '&events=xml') },
  ] as const;
  for (const watched of await watchAll(browser, viewings, breaks)) {
    expectSmoothPlayback(watched, breaks);
    await expectEachBeaconOnce(watched, breaks);
  }
});

test('DASH: a seek back into a break shows the same ads again and goes on', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(400_000);
  const viewings = [
    { player: 'shaka', source: dashSource('timeline', '&win=40') },
    { player: 'dash.js', source: dashSource('multiperiod', '&win=40') },
  ] as const;
  for (const seek of await Promise.all(viewings.map((each) => seekBack(browser, each)))) {
    expectSameAdsAgain(seek);
  }
});

test('DASH sources of every form are stitched without a finding', { tag: '@full' }, async () => {
  test.setTimeout(WATCH_MS + 300_000);
  const forms = ['number', 'timeline', 'timeline-number', 'multiperiod', 'multiperiod-number'];
  const sources = [
    ...forms.map((form) => dashSource(form)),
    ...['xml', 'bin'].map((events) => dashSource('timeline', `&events=${events}`)),
    ...['early', 'late', 'none'].map((back) => dashSource('timeline', `&return=${back}`)),
    dashSource('multiperiod', '&return=early'),
    dashSource('timeline', '&lead=0'),
  ];
  expectStitched(await Promise.all(sources.map(judgeDash)));
});

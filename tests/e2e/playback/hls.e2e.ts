/** Players watch stitched HLS through breaks, in real time, side by side in one browser. */
import { test } from '@playwright/test';
import {
  expectEachBeaconOnce,
  expectSmoothPlayback,
  hlsSource,
  playbackBreaks,
  type Viewing,
  watchAll,
  watchMs,
  withoutSecondAppends,
} from './viewing.ts';

const clear: readonly Viewing[] = [
  { player: 'shaka', source: hlsSource('ts/daterange') },
  { player: 'hls.js', source: hlsSource('cmaf/cue') },
  // The other way round.
  { player: 'shaka', source: hlsSource('cmaf/cue') },
  { player: 'hls.js', source: hlsSource('ts/daterange') },
];
const encrypted: readonly Viewing[] = [
  { player: 'shaka', source: hlsSource('ts-aes/cue', '&iv=explicit') },
  { player: 'hls.js', source: hlsSource('cmaf-aes/enhanced') },
  { player: 'hls.js', source: hlsSource('ts-sample-aes/adobe') },
];

// Seven players at one time are more than two cores decode without a stall of their own.
for (const { name, viewings } of [
  { name: 'clear', viewings: clear },
  { name: 'AES-128 and SAMPLE-AES', viewings: encrypted },
]) {
  test(`HLS in TS and CMAF, ${name}: no stall, no error, every ad whole`, {
    tag: '@full',
  }, async ({ browser }) => {
    const breaks = playbackBreaks;
    test.setTimeout(watchMs(breaks) + 300_000);
    for (const watched of await watchAll(browser, viewings, breaks)) {
      const errors = withoutSecondAppends(watched.report.errors);
      expectSmoothPlayback({ ...watched, report: { ...watched.report, errors } }, breaks);
      await expectEachBeaconOnce(watched, breaks);
    }
  });
}

/** Every kind of HLS source that the lab has, stitched for 40 s and judged output by output. */
import { test } from '@playwright/test';
import { dialects } from '../../../apps/lab/src/live-origin/break-marks.ts';
import { expectStitched, judgeHls, WATCH_MS } from './judged-source.ts';
import { hlsSource, type Source } from './viewing.ts';

const queries = [
  '&return=early',
  '&return=late',
  '&return=none',
  '&subtitles=on&iframes=on',
  '&lowlatency=on',
  '&define=on',
  '&gaps=on',
  '&restart=46.08',
];
const hls: readonly Source[] = [
  ...dialects.filter((dialect) => dialect !== 'none').map((dialect) => hlsSource(`ts/${dialect}`)),
  ...queries.map((query) => hlsSource('cmaf/cue', query)),
  ...[
    'ts-aes/cue',
    'ts-sample-aes/cue',
    'cmaf-aes/daterange',
    'ts-range/cue',
    'cmaf-range/cue',
  ].map((folder) => hlsSource(folder)),
];

test('HLS sources with every dialect, return and form are stitched without a finding', {
  tag: '@full',
}, async () => {
  test.setTimeout(WATCH_MS + 300_000);
  expectStitched(await Promise.all(hls.map(judgeHls)));
});

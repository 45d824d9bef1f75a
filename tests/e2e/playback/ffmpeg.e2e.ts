/** FFmpeg decodes stitched HLS through breaks; every frame is looked at. */
import { test } from '@playwright/test';
import { decodeStitched, expectDecoded } from './ffmpeg-viewing.ts';
import { hlsSource, playbackBreaks, watchMs } from './viewing.ts';

/** Two at a time: FFmpeg must open each before the next break begins. */
const pairs = [
  [hlsSource('ts/cue'), hlsSource('cmaf/splicepoint')],
  [hlsSource('ts-aes/scte35'), hlsSource('cmaf-range/adobe')],
];

for (const sources of pairs) {
  const paths = sources.map(({ path }) => path.split('/')[2]).join(' and ');
  test(`FFmpeg decodes ${paths} through breaks, frame by frame`, { tag: '@full' }, async () => {
    test.setTimeout(watchMs(playbackBreaks) + 120_000);
    const decoded = sources.map((source) => decodeStitched(source, playbackBreaks));
    for (const each of await Promise.all(decoded)) expectDecoded(each, playbackBreaks);
  });
}

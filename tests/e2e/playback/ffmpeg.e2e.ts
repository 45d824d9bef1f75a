/** FFmpeg decodes stitched HLS through breaks; every frame is looked at. */
import { test } from '@playwright/test';
import { decodeStitched, expectDecoded } from './ffmpeg-viewing.ts';
import { hlsSource, playbackBreaks, watchMs } from './viewing.ts';

const sources = [
  hlsSource('ts/cue'),
  hlsSource('cmaf/splicepoint'),
  hlsSource('ts-aes/scte35'),
  hlsSource('cmaf-range/adobe'),
];

test('FFmpeg decodes TS, CMAF, AES-128 and byte ranges through breaks, frame by frame', {
  tag: '@full',
}, async () => {
  test.setTimeout(watchMs(playbackBreaks) + 300_000);
  const decoded = sources.map((source) => decodeStitched(source, playbackBreaks));
  for (const each of await Promise.all(decoded)) expectDecoded(each, playbackBreaks);
});

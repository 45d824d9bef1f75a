/** ffmpeg decodes stitched HLS through breaks; every picture is looked at. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { ffmpegPath, watchWithFfmpeg } from './ffmpeg-viewer.ts';
import {
  createChannel,
  EVERY_MS,
  expectExactBreaks,
  hlsSource,
  openSession,
  playbackBreaks,
  watchMs,
} from './viewing.ts';

const PICTURES_PER_SECOND = 25;
const sources = [
  hlsSource('ts/cue'),
  hlsSource('cmaf/splicepoint'),
  hlsSource('ts-aes/scte35'),
  hlsSource('cmaf-range/adobe'),
];

async function watchThroughBreaks(): Promise<void> {
  // It decodes every picture: two are enough for everyday.
  const breaks = playbackBreaks > 3 ? playbackBreaks : 2;
  test.setTimeout(watchMs(breaks) + 300_000);
  const pictures = Math.round((EVERY_MS * (breaks + 0.6) * PICTURES_PER_SECOND) / 1000);
  const reports = await Promise.all(
    sources.map(async (source) => {
      const { url } = await openSession(await createChannel(`ffmpeg on ${source.path}`, source));
      return { path: source.path, report: await watchWithFfmpeg(url, pictures) };
    }),
  );
  for (const { path, report } of reports) {
    // It keeps its last few to itself.
    expect.soft(report.pictures, path).toBeGreaterThan(pictures - PICTURES_PER_SECOND);
    expect.soft(report.jumps, path).toEqual([]);
    expectExactBreaks(path, report.runs, breaks);
  }
}

const hasFfmpeg = await promisify(execFile)(ffmpegPath, ['-version']).then(
  () => true,
  () => false,
);
if (hasFfmpeg) {
  test(
    'ffmpeg decodes TS, CMAF, AES-128 and byte ranges through breaks, picture by picture',
    watchThroughBreaks,
  );
} else {
  process.stderr.write('No ffmpeg here: decoding through breaks is tested in Chromium only.\n');
}

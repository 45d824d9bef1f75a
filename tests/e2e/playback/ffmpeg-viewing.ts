/** A stitched source that FFmpeg decodes through breaks, and the expectations of its report. */
import { expect } from '@playwright/test';
import { type FfmpegReport, watchWithFfmpeg } from './ffmpeg-viewer.ts';
import { beginsInProgramme } from './lab-breaks.ts';
import { createChannel, expectExactBreaks, openSession, type Source, watchMs } from './viewing.ts';

/** Milliseconds that FFmpeg may need beyond real time: on a busy machine it takes long to open fMP4. */
const OPEN_MS = 30_000;
/** AAC frames of 1,024 samples at 48 kHz in a second. */
const AUDIO_FRAMES = 48_000 / 1_024;
const FRAMES = 25;

export interface Decoded {
  readonly path: string;
  readonly report: FfmpegReport;
}

export async function decodeStitched(source: Source, breaks: number): Promise<Decoded> {
  const output = await createChannel(`FFmpeg on ${source.path}`, source);
  await beginsInProgramme();
  const { url } = await openSession(output);
  return {
    path: source.path,
    report: await watchWithFfmpeg(url, breaks, watchMs(breaks) + OPEN_MS),
  };
}

/** Leaves out FFmpeg's line about a connection that the server had closed when idle, and that it has opened anew. */
const isNoReconnect = (line: string) => !line.endsWith('Error reading HTTP response: End of file');

/** Every frame follows on the one before, ads are whole, and there is as much audio as video. */
export function expectDecoded({ path, report }: Decoded, breaks: number): void {
  expect.soft(report.jumps, path).toEqual([]);
  expect.soft(report.errors.filter(isNoReconnect), path).toEqual([]);
  expectExactBreaks(path, report.runs, breaks);
  const frames = report.runs.reduce((sum, run) => sum + run.lastFrame - run.firstFrame + 1, 0);
  const apartSeconds = Math.abs(report.audioFrames / AUDIO_FRAMES - frames / FRAMES);
  // Both are read at the live edge: segments of one of them may be a whole segment ahead.
  expect.soft(apartSeconds, `${path}: seconds between video and audio`).toBeLessThan(4);
}

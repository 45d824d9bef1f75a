/** A lab with a clock that the test moves, and ffmpeg as its viewer. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { createLab, type Lab } from '../app.ts';
import { EPOCH_MS, SEGMENT_MS } from '../live-origin/live-clock.ts';

export const run = promisify(execFile);
const LOOP_MS = 15 * SEGMENT_MS;

/** Folder of the lab's media: encoded once per install, and shared with the browser tests. */
export const sharedMediaFolder = join(
  import.meta.dirname,
  '../../../../node_modules/.cache/interlude-lab',
);

/** Without `labMediaFolder` the lab encodes its media in `dataFolder`. */
export function steeredLab(folders: { dataFolder: string; labMediaFolder?: string }) {
  let shiftMs = 0;
  const start = (): Lab =>
    createLab({
      config: { labPort: 0, ffmpegPath: process.env['FFMPEG_PATH'], ...folders },
      logger: createLogger({ name: 'test', level: 'silent' }),
      metrics: createMetrics(),
      clock: { now: () => systemClock.now() + shiftMs },
    });
  return {
    lab: start(),
    /** A second lab of the same folders and clock. */
    another: start,
    /** Makes the newest complete segment the one at `position` of the loop, so that no test waits for its end. */
    setEdge(position: number): void {
      const into = (systemClock.now() - EPOCH_MS) % LOOP_MS;
      shiftMs = (position + 1) * SEGMENT_MS - into + LOOP_MS;
    },
  };
}

/** @returns the warnings of ffmpeg for a stream, empty without any; `frames` of the highest rendition are decoded */
export async function complaints(url: string, frames: number): Promise<string> {
  const { stderr } = await run('ffmpeg', [
    ...['-v', 'warning', '-live_start_index', '0', '-i', url],
    ...['-map', '0:v:2', '-map', '0:a:0', '-frames:v', String(frames), '-f', 'null', '-'],
  ]);
  return stderr;
}

/** @returns the warnings of ffmpeg for a whole stream, all video renditions and the first audio */
export async function complaintsOfAll(url: string): Promise<string> {
  const { stderr } = await run('ffmpeg', [
    ...['-v', 'warning', '-i', url],
    ...['-map', '0:v', '-map', '0:a:0', '-f', 'null', '-'],
  ]);
  return stderr;
}

export const hasFfmpeg = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
);
if (!hasFfmpeg) process.stderr.write('No ffmpeg here: decoding is tested in Chromium only.\n');

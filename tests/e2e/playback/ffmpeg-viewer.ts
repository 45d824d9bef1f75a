/** ffmpeg as a viewer: decodes video and audio of a manifest and reads the mark of every single picture. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFrameMark } from '../../../apps/lab/src/media/frame-mark.ts';
import { markStrip } from './mark-strip.ts';
import type { PictureRun } from './picture-runs.ts';

export const ffmpegPath = process.env['FFMPEG_PATH'] ?? 'ffmpeg';

/** What it may need beyond real time: on a busy machine it takes long to open fMP4. */
const PATIENCE_MS = 90_000;

export interface FfmpegReport {
  readonly runs: readonly PictureRun[];
  readonly pictures: number;
  /** Pictures between two others whose number does not follow, within one media. */
  readonly jumps: readonly string[];
  /** What it complained about. */
  readonly complaints: readonly string[];
}

/** `pictures`: how many to decode; live, they come at 25 a second. */
export async function watchWithFfmpeg(url: string, pictures: number): Promise<FfmpegReport> {
  const { x, y, width, height } = markStrip.box;
  const crop = `crop=iw*${width}:ih*${height}:iw*${x}:ih*${y}`;
  const child = spawn(ffmpegPath, [
    ...['-v', 'warning', '-nostdin', '-i', url],
    ...['-map', '0:v:0', '-vf', `${crop},scale=${markStrip.width}:1:flags=area,format=gray`],
    ...['-fps_mode', 'passthrough', '-frames:v', String(pictures), '-f', 'rawvideo', 'pipe:1'],
    ...['-map', '0:a:0', '-frames:a', String(soundFrames(pictures)), '-f', 'null', '-'],
  ]);
  const patience = setTimeout(() => child.kill('SIGKILL'), pictures * 40 + PATIENCE_MS);
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += String(text);
  });
  const seen = new PictureLog();
  let rest = Buffer.alloc(0);
  child.stdout.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= markStrip.width) {
      seen.add(rest.subarray(0, markStrip.width));
      rest = rest.subarray(markStrip.width);
    }
  });
  await once(child, 'close');
  clearTimeout(patience);
  return {
    runs: seen.runs,
    pictures: seen.pictures,
    jumps: seen.jumps,
    complaints: complaints.split('\n').filter((line) => line !== ''),
  };
}

/** AAC frames of 1,024 samples at 48 kHz in as many pictures at 25 a second, rounded down. */
const soundFrames = (pictures: number) => Math.floor((pictures / 25) * (48_000 / 1_024));

class PictureLog {
  readonly runs: PictureRun[] = [];
  readonly jumps: string[] = [];
  pictures = 0;

  add(row: Buffer): void {
    this.pictures += 1;
    const mark = readFrameMark(markStrip.points.map((at) => row[at] ?? 0));
    if (mark === undefined) {
      this.jumps.push(`picture ${this.pictures} has no mark`);
      return;
    }
    const { label, frame } = mark;
    const run = this.runs.at(-1);
    if (run?.label === label && frame === run.lastFrame + 1) {
      run.lastFrame = frame;
      return;
    }
    if (run?.label === label && frame !== 0) {
      this.jumps.push(`${label}: ${run.lastFrame} to ${frame}`);
    }
    this.runs.push({ label, firstFrame: frame, lastFrame: frame });
  }
}

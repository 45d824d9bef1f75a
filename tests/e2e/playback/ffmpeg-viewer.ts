/** FFmpeg as a viewer: decodes video and audio of a manifest and reads the mark of every single frame. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseMultivariantPlaylist } from '@interlude/hls';
import { readFrameMark } from '../../../apps/lab/src/media/frame-mark.ts';
import { type FrameRun, wholeBreaks } from './frame-runs.ts';
import { markStrip } from './mark-strip.ts';

const childFile = new URL('./ffmpeg-viewer-child.ts', import.meta.url);
const LAST_WORDS_CHARS = 2_000;

export interface FfmpegReport {
  readonly runs: readonly FrameRun[];
  /** Frames without a mark, and those whose number does not follow on the one before within one media. */
  readonly jumps: readonly string[];
  readonly audioFrames: number;
  /** The lines that FFmpeg logged as errors. */
  readonly errors: readonly string[];
}

interface ViewerChild {
  readonly process: ChildProcess;
  readonly errors: () => readonly string[];
}

function decodeInChild(
  url: string,
  kind: 'video' | 'audio',
  onOutput: (bytes: Buffer) => void,
): ViewerChild {
  const child = fork(childFile, [url, kind], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let errors = '';
  child.stdout?.on('data', onOutput);
  child.stderr?.on('data', (bytes: Buffer) => {
    errors = (errors + bytes.toString('utf8')).slice(-LAST_WORDS_CHARS);
  });
  return { process: child, errors: () => errors.split('\n').filter(Boolean) };
}

/** The media playlist of the audio; the multivariant playlist where audio is in the segments of the video. */
async function audioUrlOf(url: string): Promise<string> {
  const { playlist } = parseMultivariantPlaylist(await (await fetch(url)).text());
  const audio = playlist.renditions.find(({ type, uri }) => type === 'AUDIO' && uri !== undefined);
  const uri = audio?.uri;
  return uri === undefined ? url : new URL(uri, url).href;
}

/**
 * Decodes until so many whole breaks were seen, FFmpeg ends, or `forMs` have passed. Audio has a process of its own:
 * FFmpeg reads the playlist whose next timestamp is lower, and timestamps begin anew at a discontinuity, so beside the
 * video it may wait for a whole loop of the source.
 */
export async function watchWithFfmpeg(
  url: string,
  breaks: number,
  forMs: number,
): Promise<FfmpegReport> {
  const seen = new FrameLog();
  let rest = Buffer.alloc(0);
  let audioFrames = 0;
  const audio = decodeInChild(await audioUrlOf(url), 'audio', (bytes) => {
    audioFrames += bytes.length;
  });
  const video = decodeInChild(url, 'video', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= markStrip.width) {
      seen.add(rest.subarray(0, markStrip.width));
      rest = rest.subarray(markStrip.width);
    }
    if (wholeBreaks(seen.runs).length >= breaks) video.process.kill('SIGKILL');
  });
  const audioClosed = once(audio.process, 'close');
  const timeout = setTimeout(() => video.process.kill('SIGKILL'), forMs);
  await once(video.process, 'close');
  clearTimeout(timeout);
  audio.process.kill('SIGKILL');
  await audioClosed;
  return {
    runs: seen.runs,
    jumps: seen.jumps,
    audioFrames,
    errors: [...video.errors(), ...audio.errors()],
  };
}

class FrameLog {
  readonly runs: FrameRun[] = [];
  readonly jumps: string[] = [];
  #frames = 0;

  add(row: Buffer): void {
    this.#frames += 1;
    const mark = readFrameMark(markStrip.points.map((at) => row[at] ?? 0));
    if (mark === undefined) {
      this.jumps.push(`frame ${this.#frames} has no mark`);
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

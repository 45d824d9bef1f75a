/** The engine "system ffmpeg": a program of its own, found at FFMPEG_PATH or on PATH, version 5 or newer. */
import { execFile, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { domainError } from '@interlude/contract';
import { closedCommand, closedEnvironment } from '../closed-child.ts';
import { planEncode } from '../encode/encode-plan.ts';
import { type EngineRun, runEngine } from '../encode/engine-process.ts';
import type { MediaEncoder } from '../media-encoder.ts';
import { ffmpegArguments } from './ffmpeg-arguments.ts';

const OLDEST_MAJOR = 5;
const PROBE_TIMEOUT_MS = 10_000;

/** The version text of a usable ffmpeg, or a reason why it is not one. */
export async function probeFfmpeg(
  path: string,
): Promise<{ version: string } | { unusable: string }> {
  try {
    const env = closedEnvironment(process.env);
    const options = { timeout: PROBE_TIMEOUT_MS, env };
    const { stdout } = await promisify(execFile)(path, ['-version'], options);
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
    if (version === undefined) return { unusable: `${path} is no ffmpeg` };
    const major = /^n?(\d+)/.exec(version)?.[1];
    // Builds from the repository's head are named by date or hash: newer than any release required here.
    if (major !== undefined && Number(major) < OLDEST_MAJOR) {
      return { unusable: `${path} is version ${version}, older than ${OLDEST_MAJOR}` };
    }
    if (!stdout.includes('--enable-libx264'))
      return { unusable: `${path} is built without libx264` };
    return { version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { unusable: `${path} cannot be run (${reason.split('\n', 1)[0]})` };
  }
}

export function createFfmpegEncoder(path: string, version: string): MediaEncoder {
  return {
    engine: 'ffmpeg',
    version,
    encode: (job, options = {}) =>
      runEngine('ffmpeg', job, options, (folder) =>
        startFfmpeg(path, ffmpegArguments(planEncode(job)), folder),
      ),
  };
}

function startFfmpeg(path: string, args: readonly string[], folder: string): EngineRun {
  const { program, args: all, env } = closedCommand(path, args);
  const child = spawn(program, [...all], {
    cwd: folder,
    env,
    detached: true, // Ctrl-C on the terminal is the platform's to handle, not the encoder's
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const audio = child.stdio[3];
  if (!(child.stdin instanceof Writable) || !(audio instanceof Writable)) {
    throw domainError('ENCODE_FAILED', { engine: 'ffmpeg', reason: 'its pipes cannot be opened' });
  }
  return { child, video: child.stdin, audio, stop: () => child.kill('SIGKILL') };
}

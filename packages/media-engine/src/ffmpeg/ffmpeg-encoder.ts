/** The engine "system ffmpeg": a program of its own, found at FFMPEG_PATH or on PATH, version 5 or newer. */
import { execFile, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { domainError } from '@interlude/contract/errors';
import { type ChildAccount, setprivOptions } from '../child-account.ts';
import { closedCommand, closedEnvironment } from '../closed-child.ts';
import { planEncode } from '../encode/encode-plan.ts';
import { type EngineRun, runEngine } from '../encode/engine-process.ts';
import type { MediaEncoder } from '../media-encoder.ts';
import { ffmpegArguments } from './ffmpeg-arguments.ts';
import type { ToolProgram } from './spawn-tool.ts';

const OLDEST_MAJOR = 5;
const PROBE_TIMEOUT_MS = 10_000;

/** Output of `-version` of ffmpeg or ffprobe, run under the account that will run it. */
export async function versionText(
  path: string,
  account: ChildAccount | undefined,
): Promise<string> {
  const options = { timeout: PROBE_TIMEOUT_MS, env: closedEnvironment(process.env) };
  const [program, ...args] = account?.hasSetpriv
    ? (['setpriv', ...setprivOptions(account), path] as const)
    : ([path] as const);
  const ids = account?.hasSetpriv === false && { uid: account.uid, gid: account.gid };
  const all = [...args, '-version'];
  return (await promisify(execFile)(program, all, { ...options, ...ids })).stdout;
}

/** The last line of the output is that of `setpriv`; the lines before name the command that failed. */
export const lastLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1);

/** The version text of a usable ffmpeg, or a reason why it is not one. */
export async function probeFfmpeg(
  path: string,
  account: ChildAccount | undefined,
): Promise<{ version: string } | { unusable: string }> {
  try {
    const stdout = await versionText(path, account);
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
    return { unusable: `${path} cannot be run (${lastLine(error)})` };
  }
}

export function createFfmpegEncoder(program: ToolProgram, version: string): MediaEncoder {
  return {
    engine: 'ffmpeg',
    version,
    encode: (job, options = {}) =>
      runEngine({ engine: 'ffmpeg', account: program.account }, job, options, (folder) =>
        startFfmpeg(program, ffmpegArguments(planEncode(job)), folder),
      ),
  };
}

function startFfmpeg(
  { path, account }: ToolProgram,
  args: readonly string[],
  folder: string,
): EngineRun {
  const { program, args: all, ...options } = closedCommand(path, args, account);
  const child = spawn(program, [...all], {
    ...options,
    cwd: folder,
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

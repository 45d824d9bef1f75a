/** The engine "system ffmpeg" for files: ffprobe reads them, ffmpeg measures and transcodes. */
import { domainError } from '@interlude/contract/errors';
import { lendFolder, lendInput, takeBackFolder } from '../child-account.ts';
import type { EngineName } from '../media-encoder.ts';
import type { MediaProcessor, ProcessOptions } from '../media-processor.ts';
import { finishTranscode, prepareFolders } from '../package/finish-transcode.ts';
import { decodeProblem, describeMedia } from '../probe/describe-media.ts';
import { lookAtFile, unreadable } from '../probe/look-at-file.ts';
import { superviseChild } from '../supervise-child.ts';
import { planTranscode, type TranscodePlan } from '../transcode/transcode-plan.ts';
import { inWorkFolder } from '../work-folder.ts';
import { measureWithFfmpeg } from './ffmpeg-loudness.ts';
import { runFfprobe } from './ffprobe.ts';
import { readLines } from './read-lines.ts';
import { spawnTool, type ToolProgram } from './spawn-tool.ts';
import { transcodeArguments } from './transcode-arguments.ts';

const engine: EngineName = 'ffmpeg';
const PROBE_TIMEOUT_MS = 120_000;

export function createFfmpegProcessor(program: ToolProgram, version: string): MediaProcessor {
  return {
    engine,
    version,
    probe: async (file, options = {}) => {
      const bytes = await lookAtFile(file);
      const limited = { timeoutMs: PROBE_TIMEOUT_MS, ...options };
      const raw = await runFfprobe(program, file, limited);
      const problem = decodeProblem(raw);
      if (problem !== undefined) throw unreadable(problem, 'BEYOND_LIMITS');
      const info = describeMedia(raw, bytes);
      if (info === undefined) throw unreadable('it has neither video nor audio');
      return info;
    },
    measureLoudness: (file, request, options = {}) =>
      measureWithFfmpeg(program, file, request, options),
    transcode: async (job, options = {}) => {
      const plan = planTranscode(job, 'zeroed');
      return await inWorkFolder(job.folder, async (folder) => {
        await prepareFolders(folder, plan);
        await runFfmpeg(program, folder, plan, options);
        const finished = await finishTranscode(folder, job, plan, engine);
        if (options.signal?.aborted === true) throw domainError('ENCODE_CANCELLED');
        options.onProgress?.(100);
        return finished;
      });
    },
  };
}

async function runFfmpeg(
  program: ToolProgram,
  folder: string,
  plan: TranscodePlan,
  options: ProcessOptions,
): Promise<void> {
  await lendFolder(folder, program.account);
  const { failure, words } = await lendInput(plan.file, program.account, (input) => {
    const args = transcodeArguments({ ...plan, file: input.path });
    const { child, kill } = spawnTool(program, args, { cwd: folder, input });
    let reached = 0;
    let percent = 0;
    const onBeat = (beat: () => void) =>
      readLines(child.stdout, (line) => {
        const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1]);
        if (!(microseconds > reached)) return;
        reached = microseconds;
        beat();
        const now = Math.min(99, Math.floor(microseconds / 1e4 / plan.seconds));
        if (now > percent) options.onProgress?.(now);
        percent = Math.max(percent, now);
      });
    return superviseChild({ engine, child, kill, onBeat }, options);
  });
  if (failure !== undefined) {
    throw domainError('ENCODE_FAILED', { engine, reason: words.split('\n').at(-1) || failure });
  }
  await takeBackFolder(folder, program.account);
}

/** The engine "node-av" for files: every call forks a process that loads the addon, does one task and ends. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import { type ChildAccount, lendFolder, lendInput, takeBackFolder } from '../child-account.ts';
import type { LoudnessMeasure, LoudnessRequest } from '../loudness.ts';
import type { EngineName } from '../media-encoder.ts';
import type { MediaProcessor, ProcessOptions } from '../media-processor.ts';
import { finishTranscode, prepareFolders } from '../package/finish-transcode.ts';
import { decodeProblem, describeMedia } from '../probe/describe-media.ts';
import { lookAtFile, unreadable } from '../probe/look-at-file.ts';
import { readLoudness } from '../probe/read-loudness.ts';
import { measureChain } from '../transcode/audio-chain.ts';
import { planTranscode } from '../transcode/transcode-plan.ts';
import { inWorkFolder } from '../work-folder.ts';
import { runTask } from './run-task.ts';

const engine: EngineName = 'node-av';
const PROBE_TIMEOUT_MS = 120_000;
const MEASURE_FILE = 'measure.json';

async function measure(
  file: string,
  request: LoudnessRequest,
  options: ProcessOptions,
  account: ChildAccount | undefined,
): Promise<LoudnessMeasure | 'silent'> {
  await lookAtFile(file);
  const folder = await mkdtemp(join(tmpdir(), 'loudness-'));
  try {
    const chain = measureChain(request, `print_format=json:stats_file=${MEASURE_FILE}`);
    await lendFolder(folder, account);
    await lendInput(file, account, (input) => {
      const task = { type: 'measure', file: input.path, stream: request.stream, chain } as const;
      return runTask({ cwd: folder, account, input }, task, options);
    });
    await takeBackFolder(folder, account);
    return readLoudness(await readFile(join(folder, MEASURE_FILE), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function createNodeAvProcessor(
  version: string,
  account: ChildAccount | undefined,
): MediaProcessor {
  return {
    engine,
    version,
    probe: async (file, options = {}) => {
      const bytes = await lookAtFile(file);
      const limited = { timeoutMs: PROBE_TIMEOUT_MS, ...options };
      const answer = await lendInput(file, account, (input) => {
        const task = { type: 'probe', file: input.path } as const;
        return runTask({ cwd: tmpdir(), account, input }, task, limited);
      });
      const problem = answer.type === 'probed' ? decodeProblem(answer.probe) : undefined;
      if (problem !== undefined) throw unreadable(problem, 'BEYOND_LIMITS');
      const info = answer.type === 'probed' ? describeMedia(answer.probe, bytes) : undefined;
      if (info === undefined) throw unreadable('it has neither video nor audio');
      return info;
    },
    measureLoudness: (file, request, options = {}) => measure(file, request, options, account),
    transcode: async (job, options = {}) => {
      const plan = planTranscode(job, 'raw');
      return await inWorkFolder(job.folder, async (folder) => {
        await prepareFolders(folder, plan);
        await lendFolder(folder, account);
        await lendInput(plan.file, account, (input) => {
          const task = { type: 'transcode', plan: { ...plan, file: input.path } } as const;
          return runTask({ cwd: folder, account, input }, task, options);
        });
        await takeBackFolder(folder, account);
        const finished = await finishTranscode(folder, job, plan, engine);
        if (options.signal?.aborted === true) throw domainError('ENCODE_CANCELLED');
        options.onProgress?.(100);
        return finished;
      });
    },
  };
}

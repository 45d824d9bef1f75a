/** The engine "node-av" for files: every call forks a process that loads the addon, does one task and ends. */
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainError } from '@interlude/contract';
import {
  type ChildAccount,
  type LentInput,
  lendFolder,
  lendInput,
  takeBackFolder,
} from '../child-account.ts';
import { closedFork } from '../closed-child.ts';
import type { LoudnessMeasure, LoudnessRequest } from '../loudness.ts';
import type { EngineName } from '../media-encoder.ts';
import type { MediaProcessor, ProcessOptions } from '../media-processor.ts';
import { finishTranscode, prepareFolders } from '../package/finish-transcode.ts';
import { decodeProblem, describeMedia } from '../probe/describe-media.ts';
import { lookAtFile, unreadable } from '../probe/look-at-file.ts';
import { readLoudness } from '../probe/read-loudness.ts';
import { superviseChild } from '../supervise-child.ts';
import { measureChain } from '../transcode/audio-chain.ts';
import { planTranscode } from '../transcode/transcode-plan.ts';
import { inWorkFolder } from '../work-folder.ts';
import { type FileAnswer, type FileTask, isFileAnswer } from './file-protocol.ts';

const engine: EngineName = 'node-av';
const PROBE_TIMEOUT_MS = 120_000;
const MEASURE_FILE = 'measure.json';

const childFile = new URL(
  import.meta.url.endsWith('.ts') ? './node-av-file-child.ts' : './node-av-file-child.js',
  import.meta.url,
);

type Done = Extract<FileAnswer, { type: 'probed' | 'done' }>;

interface Place {
  readonly cwd: string;
  readonly account: ChildAccount | undefined;
  readonly input: LentInput;
}

/** @throws {DomainError} MEDIA_UNREADABLE when the file is to blame; else the errors of supervision */
async function runTask(
  { cwd, account, input }: Place,
  task: FileTask,
  options: ProcessOptions,
): Promise<Done> {
  const child = fork(childFile, [], {
    ...closedFork(account),
    cwd,
    detached: true, // Ctrl-C on the terminal is the platform's to handle, not the encoder's
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', input.handle],
  });
  let answer: FileAnswer | undefined;
  const onBeat = (beat: () => void) =>
    child.on('message', (message) => {
      if (!isFileAnswer(message)) return;
      beat();
      if (message.type === 'progress') options.onProgress?.(message.percent);
      else answer = message;
    });
  child.send(task, () => {});
  const kill = () => void child.kill('SIGKILL');
  const { failure, words } = await superviseChild({ engine, child, kill, onBeat }, options);
  if (answer?.type === 'probed' || answer?.type === 'done') return answer;
  const reported = answer?.type === 'failed' ? answer : undefined;
  if (reported?.finding !== undefined) throw unreadable(reported.message, reported.finding);
  const lastWords = words.split('\n').at(-1);
  const reason = reported?.message || lastWords || failure || 'it ended before it was done';
  throw domainError('ENCODE_FAILED', { engine, reason });
}

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

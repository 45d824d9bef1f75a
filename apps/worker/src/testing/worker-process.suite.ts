/**
 * A worker in a process of its own, for tests that kill it, suspend it or fill its disk. Run as a program it works in
 * the folder of its first argument, downloads from the host of its second one, and uses the database of its third one,
 * else the one of the folder.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@interlude/persistence';
import {
  createEgress,
  createLogger,
  createMetrics,
  loadSecretKey,
  systemClock,
} from '@interlude/runtime';
import { createWorkerEvents } from '../events.ts';
import { startJobs } from '../jobs/start-jobs.ts';

const thisFile = fileURLToPath(import.meta.url);

export interface WorkerProcessOptions {
  readonly databaseUrl?: string;
  /** A command that runs the one after it, with its arguments. */
  readonly within?: readonly string[];
}

export function spawnWorker(
  dataFolder: string,
  sourceHost: string,
  { databaseUrl, within = [] }: WorkerProcessOptions = {},
): ChildProcess {
  const program = [process.execPath, '--conditions=@interlude/source', thisFile];
  const place = [dataFolder, sourceHost, ...(databaseUrl === undefined ? [] : [databaseUrl])];
  const [command = process.execPath, ...rest] = [...within, ...program, ...place];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE };
  return spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

async function work(dataFolder: string, sourceHost: string, databaseUrl?: string): Promise<void> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const clock = systemClock;
  const secretKey = await loadSecretKey({ dataFolder });
  const database = await openDatabase({ databaseUrl, dataFolder, logger, clock, secretKey });
  await startJobs({
    config: {
      dataFolder,
      stitcherPublicUrl: 'http://stitcher.example',
      ffmpegPath: undefined,
      clamdHost: undefined,
      workerJobs: 2,
    },
    database,
    egress: createEgress({ allow: [sourceHost] }),
    clock,
    logger,
    events: createWorkerEvents(logger, createMetrics()),
    pace: { retryDelaySeconds: 1 },
  });
}

const [, program, dataFolder = '', sourceHost = '', databaseUrl] = process.argv;
if (program === thisFile) await work(dataFolder, sourceHost, databaseUrl);

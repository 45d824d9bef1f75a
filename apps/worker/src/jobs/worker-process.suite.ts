/**
 * A worker in a process of its own, for the test that kills it. Run as a program it works on the database of the
 * folder of its first argument and downloads from the host of its second one.
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
import { startJobs } from './start-jobs.ts';

const thisFile = fileURLToPath(import.meta.url);

export function spawnWorker(dataFolder: string, sourceHost: string): ChildProcess {
  return spawn(
    process.execPath,
    ['--conditions=@interlude/source', thisFile, dataFolder, sourceHost],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env['PATH'] ?? '' } },
  );
}

async function work(dataFolder: string, sourceHost: string): Promise<void> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const clock = systemClock;
  const secretKey = await loadSecretKey({ dataFolder });
  const database = await openDatabase({ dataFolder, logger, clock, secretKey });
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

const [, program, dataFolder = '', sourceHost = ''] = process.argv;
if (program === thisFile) await work(dataFolder, sourceHost);

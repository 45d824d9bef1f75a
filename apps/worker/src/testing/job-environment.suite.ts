/** A worker with everything it works on: a database, a data folder, a source of creatives. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobDetail } from '@interlude/contract';
import {
  type ChannelAssetRequest,
  createJobQueue,
  createJobStore,
  type Database,
} from '@interlude/persistence';
import { createEgress, createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { addTenant, templateDatabase } from '@interlude/testkit';
import { vi } from 'vitest';
import { createWorkerEvents } from '../events.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { makeCreative, startTestSource } from './test-source.suite.ts';

export const profile = {
  manifest: 'hls',
  muxing: 'cmaf',
  pictures: [{ width: 192, height: 108, bitrate: 150_000, codecs: 'avc1.42c00d' }],
  frameRate: [25, 1],
  audio: [{ codecs: 'mp4a.40.2', channels: 2, sampleRate: 48_000, bitrate: 64_000, language: '' }],
  separateAudio: true,
  segmentMs: 1_920,
  iFrames: false,
  loudness: { integrated: -23, range: 11, truePeak: -1 },
} as const;

export type JobEnvironment = Awaited<ReturnType<typeof createJobEnvironment>>;

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** @param seconds of the creative that the source answers */
export async function createJobEnvironment(seconds = 4) {
  const made = await templateDatabase();
  const { database } = made;
  const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-jobs-'));
  const source = await startTestSource(await makeCreative(dataFolder, seconds));
  const tenantId = await addTenant(database);
  const queue = createJobQueue(database);
  const jobs = createJobStore(database);
  const running: { stop(): Promise<void> }[] = [];
  let clips = 0;

  return {
    database,
    databaseUrl: made.url,
    dataFolder,
    source,
    tenantId,
    queue,
    jobs,
    async startWorker(
      options: {
        minuteMs?: number;
        workerJobs?: number;
        clamdHost?: string;
        database?: Database;
      } = {},
    ) {
      const egress = createEgress({ allow: [source.host] });
      const metrics = createMetrics();
      const logger = createLogger({ name: 'test', level: 'silent' });
      const worker = await startJobs({
        config: {
          dataFolder,
          stitcherPublicUrl: 'http://stitcher.example',
          ffmpegPath: undefined,
          clamdHost: options.clamdHost,
          workerJobs: options.workerJobs ?? 2,
        },
        database: options.database ?? database,
        egress,
        clock: systemClock,
        logger,
        events: createWorkerEvents(logger, metrics),
        pace: { minuteMs: options.minuteMs ?? 60_000, retryDelaySeconds: 0 },
      });
      const role = {
        metrics,
        stop: async () => {
          await worker.stop();
          await egress.close();
        },
      };
      running.push(role);
      return role;
    },
    /** Requests a new creative. @returns the id of the job */
    async request(part: Partial<ChannelAssetRequest> = {}): Promise<string> {
      clips += 1;
      const answer = await queue.requestChannelAsset({
        tenantId,
        clipId: `clip-${clips}`,
        profile,
        mediaUrl: `${source.url}/clip-${clips}.mp4`,
        name: '',
        ...part,
      });
      if (answer.state !== 'encoding') throw new Error(answer.state);
      return answer.jobId;
    },
    async ended(jobId: string, timeoutMs = 40_000): Promise<JobDetail> {
      return vi.waitFor(
        async () => {
          const job = await jobs.find(tenantId, jobId);
          if (job === undefined || job.status === 'running') throw new Error('it runs');
          return job;
        },
        { timeout: timeoutMs, interval: 200 },
      );
    },
    /** Of the storage. */
    stored: () => filesBelow(join(dataFolder, 'media')),
    /** Of the work folders. */
    working: () => filesBelow(join(dataFolder, 'work')),
    async stopWorkers() {
      await Promise.all(running.splice(0).map((worker) => worker.stop()));
    },
    async end() {
      await this.stopWorkers();
      await source.stop();
      await made.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

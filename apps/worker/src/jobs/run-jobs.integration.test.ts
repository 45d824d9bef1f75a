import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listQuery } from '@interlude/contract';
import { createMediaStore, createTitleStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createJobEnvironment,
  type JobEnvironment,
  profile,
} from '../testing/job-environment.suite.ts';

let environment: JobEnvironment;
beforeAll(async () => {
  environment = await createJobEnvironment();
  await environment.startWorker();
}, 60_000);
afterAll(() => environment.end(), 30_000);

const messages = (job: { tasks: readonly { type: string; message: string }[] }) =>
  Object.fromEntries(job.tasks.map(({ type, message }) => [type, message]));

describe('a creative that nobody has seen', () => {
  test('MED-001 becomes a package in the storage, medias of its title and an asset of its form', async () => {
    const id = await environment.request({ clipId: 'fresh', durationMs: 4_000 });
    const job = await environment.ended(id);
    expect(job.error).toBe('');
    expect(job).toMatchObject({ status: 'done', progress: 100, attempt: 1, error: '' });
    expect(job.tasks.map(({ status }) => status)).toEqual(job.tasks.map(() => 'done'));
    expect(messages(job)).toMatchObject({
      antivirus: 'Not scanned: no scanner is configured (CLAMD_HOST).',
      probe: expect.stringContaining('h264 320x180, 25 fps'),
      loudness: expect.stringContaining('LUFS'),
    });
    const answer = await environment.queue.requestChannelAsset({
      tenantId: environment.tenantId,
      clipId: 'fresh',
      profile,
      name: '',
    });
    if (answer.state !== 'ready') throw new Error(answer.state);
    const { asset } = answer;
    expect(asset).toMatchObject({ jobId: id, durationMs: 4_000, dashUrl: '' });
    expect(asset.hlsUrl).toBe(
      `http://stitcher.example/media/${asset.storageSystemId}/${asset.storageKey}master.m3u8`,
    );
    const master = join(environment.dataFolder, 'media', asset.storageKey, 'master.m3u8');
    expect(await readFile(master, 'utf8')).toContain('RESOLUTION=192x108');

    const query = { ...listQuery.parse({}), titleId: job.titleId, sort: 'type' };
    const { rows } = await createMediaStore(environment.database).list(environment.tenantId, query);
    expect(rows).toMatchObject([
      {
        type: 'deliverable',
        ext: 'm3u8',
        url: asset.hlsUrl,
        externalResourceId: id,
        createdBySystemId: asset.storageSystemId,
      },
      { type: 'source', url: `${environment.source.url}/clip-1.mp4` },
    ]);
    expect(rows[0]?.sizeBytes).toBe(asset.sizeBytes);
    expect(await environment.working()).toEqual([]);
    const log = await environment.jobs.log(environment.tenantId, id);
    expect(log[0]).toMatchObject({ text: 'Attempt 1 of 3.', attempt: 1 });
  }, 60_000);

  test('the loudness of what is made is that of the profile', async () => {
    const job = await environment.ended(await environment.request());
    const reported = / Loudness (-[\d.]+) LUFS, ([\d.]+) LU, (-[\d.]+) dBTP\.$/.exec(
      messages(job)['package'] ?? '',
    );
    const [integrated, range, truePeak] = (reported ?? []).slice(1).map(Number);
    expect(Math.abs((integrated ?? 0) + 23)).toBeLessThanOrEqual(0.5);
    expect(range).toBeLessThanOrEqual(11);
    expect(truePeak).toBeLessThanOrEqual(-0.5);
  }, 60_000);

  test('a form for DASH has an MPD', async () => {
    const id = await environment.request({
      clipId: 'dash',
      profile: { ...profile, manifest: 'dash' },
    });
    expect((await environment.ended(id)).error).toBe('');
    const answer = await environment.queue.requestChannelAsset({
      tenantId: environment.tenantId,
      clipId: 'dash',
      profile: { ...profile, manifest: 'dash' },
      name: '',
    });
    expect(answer).toMatchObject({
      state: 'ready',
      asset: { hlsUrl: '', dashUrl: expect.stringMatching(/\/manifest\.mpd$/) },
    });
  }, 60_000);

  test('SLATE-010 SLATE-015 a slate goes through its own workflow and is cut into seconds, so that it fills what ads leave', async () => {
    const request = { clipId: 'pause', titleType: 'ad-slate' as const };
    const job = await environment.ended(await environment.request(request));
    expect(job).toMatchObject({ status: 'done', error: '', flowName: 'ad-slate-conditioning' });
    const title = await createTitleStore(environment.database).find(
      environment.tenantId,
      job.titleId,
    );
    expect(title).toMatchObject({ type: 'ad-slate', name: 'pause' });
    const lists = (await environment.stored()).filter(
      (path) => path.includes(`/${job.id}/`) && /(?<!master)\.m3u8$/.test(path),
    );
    expect(lists.length).toBeGreaterThan(1);
    for (const list of lists) {
      const durations = [...(await readFile(list, 'utf8')).matchAll(/#EXTINF:([\d.]+)/g)];
      expect(durations).toHaveLength(4);
      for (const [, seconds] of durations) expect(Number(seconds)).toBeLessThanOrEqual(1.05);
    }
  }, 60_000);

  test('FLOW-002 the analysis of a media measures it and makes nothing', async () => {
    const media = await createMediaStore(environment.database).create(environment.tenantId, {
      name: 'Upload',
      type: 'source',
      contentType: 'video',
      titleId: '',
      url: `${environment.source.url}/upload.mp4`,
      externalResourceId: '',
      externalResourceType: '',
      createdBySystemId: '',
      ext: 'mp4',
    });
    const started = await environment.queue.startJob({
      tenantId: environment.tenantId,
      flowName: 'media-analysis',
      name: 'Upload',
      inputMediaIds: [media.id],
    });
    if (started.state !== 'started') throw new Error(started.state);
    const before = await environment.stored();
    const job = await environment.ended(started.jobId);
    expect(job).toMatchObject({ status: 'done', error: '' });
    expect(messages(job)['loudness']).toMatch(/^-\d+\.\d LUFS/);
    expect(await environment.stored()).toEqual(before);
  }, 60_000);

  test('JOB-011 a failed task says why, in words and by code', async () => {
    environment.source.answers.set('/gone.mp4', (_request, response) =>
      response.writeHead(404).end(),
    );
    const job = await environment.ended(
      await environment.request({ mediaUrl: `${environment.source.url}/gone.mp4` }),
    );
    expect(job).toMatchObject({ status: 'failed', errorCode: 'FETCH_STATUS', attempt: 1 });
    expect(job.tasks[0]).toMatchObject({
      status: 'failed',
      errorCode: 'FETCH_STATUS',
      error: `${environment.source.host} answered 404.`,
    });
    expect(job.tasks.slice(1).map(({ status }) => status)).toEqual(
      job.tasks.slice(1).map(() => 'waiting'),
    );
  }, 60_000);
});

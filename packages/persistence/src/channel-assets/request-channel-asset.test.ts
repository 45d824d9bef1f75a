import { flowNames, listQuery } from '@interlude/contract';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFlowStore } from '../flows/flow-store.ts';
import { createJobQueue } from '../jobs/job-queue.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { profileHashOf } from './asset-keys.ts';
import { createChannelAssetStore } from './channel-asset-store.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

const profile = { manifest: 'hls', pictures: [{ width: 640, height: 360 }] };
const requested = {
  clipId: 'ad-id.org:AB/1',
  profile,
  mediaUrl: 'https://ads.example/clip.mp4?x=1',
  name: '',
};

async function setUp() {
  const { database } = made;
  const tenantId = await addTenant(database);
  return {
    database,
    tenantId,
    queue: createJobQueue(database),
    jobs: createJobStore(database),
    request: { ...requested, tenantId },
  };
}

const fail = (tenantId: string, id: string) =>
  made.database.system
    .updateTable('jobs')
    .set({ status: 'failed', ended_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();

describe('a creative that is not ready', () => {
  test('API-047 workflowParams are laid over the settings of tasks; what no task takes is refused', async () => {
    const { queue, request, tenantId, jobs } = await setUp();
    const wrong = { ...request, workflowParams: { encode: { preset: 'sloppy' } } };
    await expect(queue.requestChannelAsset(wrong)).rejects.toMatchObject({
      code: 'CHANNEL_ASSET_INVALID',
    });
    const workflowParams = { encode: { preset: 'fast' }, anything: 1 };
    const answer = await queue.requestChannelAsset({ ...request, workflowParams });
    const job = await jobs.find(tenantId, answer.state === 'encoding' ? answer.jobId : '');
    const settings = job?.tasks.find(({ type }) => type === 'encode')?.settings;
    expect(settings).toMatchObject({ preset: 'fast', engine: 'auto' });
    await jobs.cancel(tenantId, job?.id ?? '');
    const again = await jobs.rerun(tenantId, job?.id ?? '');
    expect(again.tasks.find(({ type }) => type === 'encode')?.settings).toEqual(settings);
  });

  test('FLOW-002 begins one job with the tasks of its workflow, however many ask at once', async () => {
    const { queue, request, tenantId, jobs } = await setUp();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => queue.requestChannelAsset(request)),
    );
    const ids = new Set(answers.map((answer) => (answer.state === 'encoding' ? answer.jobId : '')));
    expect(ids.size).toBe(1);
    expect(answers.filter((answer) => answer.state === 'encoding' && answer.isNew)).toHaveLength(1);
    const job = await jobs.find(tenantId, [...ids][0] ?? '');
    expect(job).toMatchObject({
      name: requested.clipId,
      status: 'running',
      flowName: flowNames.conditioning,
      attempts: 3,
      attempt: 0,
      timeout: 60,
      settings: { clipId: requested.clipId, profile, titleType: 'ad' },
      inputMedias: [{ type: 'source', url: requested.mediaUrl, ext: 'mp4', titleId: job?.titleId }],
    });
    expect(job?.tasks.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'download waiting',
      'antivirus waiting',
      'probe waiting',
      'loudness waiting',
      'encode waiting',
      'package waiting',
      'store waiting',
      'register waiting',
    ]);
  });

  test('shares title and source with its other forms, each form having a job of its own', async () => {
    const { queue, request, tenantId, jobs } = await setUp();
    await queue.requestChannelAsset(request);
    const other = await queue.requestChannelAsset({ ...request, profile: { manifest: 'dash' } });
    expect(other).toMatchObject({ state: 'encoding', isNew: true });
    const { rows } = await jobs.list(tenantId, listQuery.parse({}));
    expect(new Set(rows.map(({ titleId }) => titleId)).size).toBe(1);
    const medias = await made.database.system
      .selectFrom('medias')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .execute();
    expect(medias).toHaveLength(1);
  });

  test('SLATE-012 is given up after 3 failed jobs, until they are archived', async () => {
    const { queue, request, tenantId, jobs } = await setUp();
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answer = await queue.requestChannelAsset(request);
      if (answer.state !== 'encoding') throw new Error(answer.state);
      ids.push(answer.jobId);
      await fail(tenantId, answer.jobId);
    }
    const refused = await queue.requestChannelAsset(request);
    expect(refused.state === 'failed' && [...refused.jobIds].sort()).toEqual(ids.sort());
    for (const id of ids) await jobs.update(tenantId, id, { archived: true });
    expect(await queue.requestChannelAsset(request)).toMatchObject({ state: 'encoding' });
  });

  test('SLATE-020 leaves nothing behind when the workflow is missing', async () => {
    const { queue, request, tenantId, database } = await setUp();
    const flows = createFlowStore(database);
    for (const { id } of (await flows.list(tenantId, listQuery.parse({}))).rows) {
      await flows.remove(tenantId, id);
    }
    expect(await queue.requestChannelAsset(request)).toEqual({
      state: 'flow-missing',
      flowName: flowNames.conditioning,
    });
    for (const table of ['titles', 'medias', 'jobs'] as const) {
      const rows = database.system.selectFrom(table).select('id').where('tenant_id', '=', tenantId);
      expect(await rows.execute()).toEqual([]);
    }
  });

  test('needs a source: an address, or one of the title', async () => {
    const { queue, request } = await setUp();
    expect(await queue.requestChannelAsset({ ...request, mediaUrl: undefined })).toEqual({
      state: 'source-missing',
    });
  });
});

test('a profile is the same whatever the order in which it was put together', () => {
  expect(profileHashOf({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(
    profileHashOf({ b: { d: [1, 2], c: 2 }, a: 1 }),
  );
  expect(profileHashOf({ a: [1, 2] })).not.toBe(profileHashOf({ a: [2, 1] }));
});

test('an asset that is ready is answered, and nothing of another tenant', async () => {
  const { queue, request, tenantId, database } = await setUp();
  const row = {
    tenant_id: tenantId,
    id: 'asset',
    clip_id: requested.clipId,
    profile_hash: profileHashOf(profile),
    title_id: 't',
    job_id: 'j',
    hls_url: 'http://stitcher/media/s/k/master.m3u8',
    storage_system_id: '',
    storage_key: 'k/',
    size_bytes: 1,
    duration_ms: 30_000,
    created_at: new Date(0),
  };
  await database.system.insertInto('channel_assets').values(row).execute();
  expect(await queue.requestChannelAsset(request)).toMatchObject({
    state: 'ready',
    asset: { id: 'asset', hlsUrl: row.hls_url, durationMs: 30_000 },
  });
  const store = createChannelAssetStore(database);
  expect(await store.find(tenantId, requested.clipId, profile)).toMatchObject({ id: 'asset' });
  const other = await addTenant(database);
  expect(await store.find(other, requested.clipId, profile)).toBeUndefined();
  expect(await queue.requestChannelAsset({ ...request, tenantId: other })).toMatchObject({
    state: 'encoding',
  });
});

import { flowNames } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { createJobQueue } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

let plane: TestPlane;
beforeAll(async () => {
  plane = await startTestPlane();
});
afterAll(() => plane.stop());

describe('GET /api/v2/jobs', () => {
  it('API-022 DATA-027 lists by status, of the own tenant only', async () => {
    const here = await plane.tenant('Acme');
    const there = await plane.tenant('Beta');
    const jobs = [
      { tenant_id: here, id: 'one', status: 'failed' },
      { tenant_id: here, id: 'two', status: 'running' },
      { tenant_id: there, id: 'three', status: 'failed' },
    ];
    const rows = jobs.map((job) => ({ ...job, name: job.id, created_at: new Date() }));
    await plane.database.system.insertInto('jobs').values(rows).execute();
    const client = plane.client(await plane.user(here, 'Editor'));
    const failed = await client(contract.jobs.list, { query: { status: 'failed' } });
    expect([...failed]).toMatchObject([{ id: 'one', status: 'failed', progress: 0, start: null }]);
    expect((await client(contract.jobs.list, {})).totalCount).toBe(2);
  });

  it('JOB-003 OP-33 time keeps what is unfinished or ended at or after it', async () => {
    const tenant_id = await plane.tenant('Gamma');
    const time = Date.parse('2026-03-01T12:00:00.000Z');
    const ends = { running: null, early: time - 1, exact: time, late: time + 1 };
    const rows = Object.entries(ends).map(([name, end]) => ({
      tenant_id,
      id: name,
      name,
      status: end === null ? 'running' : 'done',
      ended_at: end === null ? null : new Date(end),
      created_at: new Date(time - 60_000),
    }));
    await plane.database.system.insertInto('jobs').values(rows).execute();
    const client = plane.client(await plane.user(tenant_id, 'Editor'));
    const listed = await client(contract.jobs.list, { query: { time, sort: 'name' } });
    expect(listed.map(({ name }) => name)).toEqual(['exact', 'late', 'running']);
    expect(listed.totalCount).toBe(3);
  });
});

describe('/api/v2/jobs/:id', () => {
  async function addJob(name: string) {
    const tenantId = await plane.tenant(name);
    const queue = createJobQueue(plane.database);
    const started = await queue.startJob({
      ...{ tenantId, flowName: flowNames.analysis, name: `${name} job`, inputMediaIds: [] },
    });
    if (started.state !== 'started') throw new Error(started.state);
    const client = plane.client(await plane.user(tenantId, 'Editor'));
    return { client, params: { id: started.jobId }, tenantId };
  }

  it('JOB-004 JOB-011 API-022 answers a job with its tasks, attempts and inputs', async () => {
    const { client, params } = await addJob('Delta');
    const job = await client(contract.jobs.read, { params });
    expect(job).toMatchObject({
      ...{ name: 'Delta job', status: 'running', flowName: 'media-analysis', attempts: 1 },
      ...{ attempt: 0, archived: false, error: '' },
    });
    expect(job.tasks.map(({ type, status }) => [type, status])).toEqual([
      ['download', 'waiting'],
      ['antivirus', 'waiting'],
      ['probe', 'waiting'],
      ['loudness', 'waiting'],
    ]);
    expect(await client(contract.jobs.log, { params })).toEqual([]);
  });

  it('JOB-004 names its asset, as it is called now', async () => {
    const { client, params } = await addJob('Theta');
    expect((await client(contract.jobs.read, { params })).titleName).toBe('');
    const body = { name: 'Autumn', type: 'ad' as const };
    const { id, ...title } = await client(contract.titles.create, { body });
    await plane.database.system
      .updateTable('jobs')
      .set({ title_id: id })
      .where('id', '=', params.id)
      .execute();
    await client(contract.titles.update, { params: { id }, body: { ...title, name: 'Winter' } });
    expect((await client(contract.jobs.read, { params })).titleName).toBe('Winter');
  });

  it('JOB-007 is cancelled once, then archived and run again', async () => {
    const { client, params } = await addJob('Epsilon');
    const archive = () => client(contract.jobs.update, { params, body: { archived: true } });
    expect((await failure(archive())).code).toBe('JOB_RUNNING');
    expect((await failure(client(contract.jobs.rerun, { params }))).code).toBe('JOB_RUNNING');
    const ended = await client(contract.jobs.cancel, { params });
    expect(ended).toMatchObject({ status: 'failed', errorCode: 'JOB_CANCELLED' });
    expect((await failure(client(contract.jobs.cancel, { params }))).code).toBe('JOB_ENDED');
    expect((await archive()).archived).toBe(true);
    const again = await client(contract.jobs.rerun, { params });
    expect(again).toMatchObject({ status: 'running', name: 'Epsilon job' });
    expect(again.id).not.toBe(params.id);
  });

  it('JOB-010 is renamed, but not over somebody else', async () => {
    const { client, params } = await addJob('Zeta');
    const { updatedAt } = await client(contract.jobs.read, { params });
    const body = { name: 'New name', updatedAt };
    expect((await client(contract.jobs.update, { params, body })).name).toBe('New name');
    const again = client(contract.jobs.update, { params, body });
    expect((await failure(again)).code).toBe('EDIT_CONFLICT');
  });

  it('JOB-009 DATA-039 an unknown or foreign job is 404', async () => {
    const { params } = await addJob('Eta');
    const stranger = plane.client(await plane.user(await plane.tenant('Theta'), 'Editor'));
    const error = await failure(stranger(contract.jobs.read, { params }));
    expect([error.status, error.message]).toEqual([404, 'Job not found']);
    expect((await failure(stranger(contract.jobs.cancel, { params }))).status).toBe(404);
    expect((await failure(stranger(contract.jobs.log, { params }))).status).toBe(404);
  });

  it('API-023 has a schema', async () => {
    const { client } = await addJob('Iota');
    const schema = (await client(contract.jobs.schema, {})) as { properties: object };
    expect(Object.keys(schema.properties)).toContain('tasks');
  });
});

import { contract } from '@interlude/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlane, type TestPlane } from '../../control-plane.suite.ts';

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

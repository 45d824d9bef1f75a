import { flowNames, taskTypes } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { flows } = contract;
let plane: TestPlane;
let client: Client;
beforeAll(async () => {
  plane = await startTestPlane();
  client = plane.client(await plane.user(await plane.tenant('Acme'), 'SuperAdmin'));
});
afterAll(() => plane.stop());

const create = (body: object) =>
  client(flows.create, { body: { name: 'Mine', taskTemplates: [{ type: 'download' }], ...body } });

describe('/api/v2/flows', () => {
  it('FLOW-001 every company has the shipped workflows', async () => {
    const listed = await client(flows.list, { query: { sort: 'name' } });
    expect(listed.map(({ name }) => name)).toEqual([
      flowNames.slate,
      flowNames.conditioning,
      flowNames.analysis,
    ]);
  });

  it('FLOW-002 FLOW-004 DATA-028 edits name, attempts, timeout and tasks', async () => {
    const made = await create({ name: 'First', attempts: 2, timeout: 5 });
    expect(made).toMatchObject({ attempts: 2, timeout: 5, taskTemplates: [{ type: 'download' }] });
    expect(await client(flows.read, { params: { id: made.id } })).toEqual(made);
    expect(Date.parse(made.createdAt)).not.toBeNaN();
    const body = {
      name: 'Second',
      attempts: 10,
      timeout: 1_440,
      taskTemplates: [
        { type: 'download' as const, settings: { maxBytes: 1_000 } },
        { type: 'antivirus' as const, name: 'Look for viruses', settings: { required: true } },
      ],
      updatedAt: made.updatedAt,
    };
    const params = { id: made.id };
    const saved = await client(flows.update, { params, body });
    const { updatedAt: _seen, ...fields } = body;
    expect(saved).toMatchObject(fields);
    expect((await failure(client(flows.update, { params, body }))).code).toBe('EDIT_CONFLICT');
    await client(flows.remove, { params });
    expect((await failure(client(flows.read, { params }))).message).toBe('Workflow not found');
  });

  it.each([
    [{ taskTemplates: [{ type: 'mine-bitcoin' }] }, 'taskTemplates.0.type'],
    [{ taskTemplates: [{ type: 'encode' }] }, 'encode needs file and probe of an earlier task.'],
    [{ taskTemplates: [{ type: 'download' }, { type: 'download' }] }, 'download occurs twice.'],
    [{ taskTemplates: [{ type: 'download', settings: { url: 'x' } }] }, 'taskTemplates.0.settings'],
    [{ taskTemplates: '[{"type":"download"}]' }, 'taskTemplates'],
    [{ taskTemplates: [] }, 'taskTemplates'],
    [{ attempts: 0 }, 'attempts'],
    [{ timeout: 1_441 }, 'timeout'],
  ])('FLOW-003 refuses %j', async (body, message) => {
    const error = await failure(create(body));
    expect([error.status, error.code]).toEqual([422, 'INVALID_FIELDS']);
    expect(error.message).toContain(message);
  });

  it('a name is there once, letter case ignored', async () => {
    await create({ name: 'Only' });
    expect((await failure(create({ name: 'ONLY' }))).code).toBe('FLOW_NAME_TAKEN');
  });

  it('FLOW-005 an unknown workflow is 404', async () => {
    const error = await failure(client(flows.read, { params: { id: 'unknown' } }));
    expect([error.status, error.message]).toEqual([404, 'Workflow not found']);
  });

  it('API-023 the schema has the catalogue of tasks, and each task its own', async () => {
    const { tasks } = (await client(flows.schema, {})) as { tasks: Record<string, unknown> };
    expect(Object.keys(tasks)).toEqual([...taskTypes]);
    const probe = await client(flows.schema, { query: { item: 'probe' } });
    expect(probe).toMatchObject({ properties: { maxDurationSeconds: { default: 600 } } });
    const unknown = client(flows.schema, { query: { item: 'constructor' } });
    expect((await failure(unknown)).status).toBe(422);
  });
});

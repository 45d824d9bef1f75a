import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { titles, medias, jobs } = contract;
let plane: TestPlane;
let tenantId: string;
let client: Client;
beforeAll(async () => {
  plane = await startTestPlane();
  tenantId = await plane.tenant('Acme');
  client = plane.client(await plane.user(tenantId, 'Editor'));
});
afterAll(() => plane.stop());

const create = (body: object) =>
  client(titles.create, { body: { name: 'A', type: 'movie', ...body } });

describe('/api/v2/titles', () => {
  it('AST-005 AST-006 AST-008 API-018 creates an asset with all of its fields', async () => {
    const body = { name: 'Asset', studio: 'S', deliverer: 'D', synopsis: 'About' };
    const made = await create({ ...body, type: 'episode' });
    expect(made).toMatchObject({ ...body, type: 'episode', state: 'delivered' });
    expect(await client(titles.read, { params: { id: made.id } })).toEqual(made);
  });

  it.each([
    [{ name: '  ' }, 'name: I should not be empty!'],
    [{ type: 'poem' }, 'type: I should not be empty!'],
    [{ type: undefined }, 'type: I should not be empty!'],
    [{ name: 'x'.repeat(301) }, 'name: '],
  ])('AST-005 AST-006 AST-010 refuses %j', async (body, message) => {
    const error = await failure(create(body));
    expect([error.status, error.code]).toEqual([422, 'INVALID_FIELDS']);
    expect(error.message).toContain(message);
  });

  it('AST-007 the state is not for operators to set', async () => {
    const made = await create({ state: 'hacked' });
    expect(made.state).toBe('delivered');
    const body = { name: 'B', type: 'ad' as const, state: 'hacked' };
    expect((await client(titles.update, { params: { id: made.id }, body })).state).toBe(
      'delivered',
    );
  });

  it('AST-001 SLATE-003 API-022 lists, searches and sorts; slates by their type', async () => {
    for (const name of ['pause 1', 'pause 2']) await create({ name, type: 'ad-slate' });
    const slates = await client(titles.list, {
      query: { type: 'ad-slate', limit: -1, sort: 'name' },
    });
    expect(slates.map(({ name }) => name)).toEqual(['pause 1', 'pause 2']);
    expect((await client(titles.list, { query: { search: 'PAUSE 2' } })).totalCount).toBe(1);
    const wrong = client(titles.list, { query: { sort: 'synopsis' } });
    expect((await failure(wrong)).code).toBe('SORT_UNKNOWN');
  });

  it('AST-011 an unknown asset is 404', async () => {
    const error = await failure(client(titles.read, { params: { id: 'unknown' } }));
    expect([error.status, error.message]).toEqual([404, 'Asset not found']);
  });

  it('an asset with medias is not deleted, and says how many', async () => {
    const { id } = await create({});
    const body = { name: 'm', url: 'https://a.example/m.mp4', titleId: id };
    const media = await client(medias.create, { body });
    const error = await failure(client(titles.remove, { params: { id } }));
    expect(error.message).toBe('The asset has 1 medias. Delete them first.');
    await client(medias.remove, { params: { id: media.id } });
    await client(titles.remove, { params: { id } });
  });

  it('AST-013 jobs are listed by asset, of the own company', async () => {
    const other = await plane.tenant('Beta');
    const row = { name: 'job', status: 'done', title_id: 'title', created_at: new Date() };
    const rows = [
      { ...row, tenant_id: tenantId, id: 'a' },
      { ...row, tenant_id: tenantId, id: 'b', title_id: 'another' },
      { ...row, tenant_id: other, id: 'c' },
    ];
    await plane.database.system.insertInto('jobs').values(rows).execute();
    const listed = await client(jobs.list, { query: { titleId: 'title' } });
    expect(listed.map(({ id }) => id)).toEqual(['a']);
  });

  it('API-023 has a schema with the types of assets', async () => {
    const schema = (await client(titles.schema, {})) as {
      properties: { type: { enum: string[] } };
      required: string[];
    };
    expect(schema.properties.type.enum).toContain('ad-slate');
    expect(schema.required).toEqual(['name', 'type']);
  });
});

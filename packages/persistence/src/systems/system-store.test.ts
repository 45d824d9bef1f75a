import { type ListQuery, listQuery } from '@interlude/contract';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shipToTenants } from '../tenants/ship-to-tenant.ts';
import { createSystemStore, type SystemStore } from './system-store.ts';

let made: TemplateDatabase;
let systems: SystemStore;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase();
  systems = createSystemStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const query = (part: Partial<ListQuery> = {}): ListQuery => ({ ...listQuery.parse({}), ...part });
const s3 = (secretAccessKey = 'the-secret') => ({
  name: 'Bucket',
  type: 's3' as const,
  settings: {
    ...{ endpoint: 'https://s3.example', region: 'auto', bucket: 'b' },
    ...{ accessKeyId: 'id', secretAccessKey },
  },
});
const builtIn = async (type: 'local' | 'ffmpeg') => {
  const { rows } = await systems.list(tenant, query({ type }));
  const [found] = rows;
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
};

describe('what is shipped', () => {
  test('SYS-003 every tenant has the built-in encoder and storage', async () => {
    const { rows } = await systems.list(tenant, query({ sort: 'type' }));
    expect(rows.map(({ type, builtIn: is }) => [type, is])).toEqual([
      ['cdn', false],
      ['ffmpeg', true],
      ['local', true],
      ['ssai-cluster', false],
    ]);
    expect((await builtIn('ffmpeg')).settings).toEqual({ engine: 'auto' });
  });

  test('comes to a tenant of an older version once; what was deleted stays deleted', async () => {
    const { system } = made.database;
    const old = { id: `old-${tenant}`, name: `Old ${tenant}`, created_at: new Date() };
    await system.insertInto('tenants').values(old).execute();
    await Promise.all([shipToTenants(made.database), shipToTenants(made.database)]);
    const { rows } = await systems.list(old.id, query());
    expect(rows).toHaveLength(4);
    const flows = await system
      .selectFrom('flows')
      .select('name')
      .where('tenant_id', '=', old.id)
      .orderBy('name')
      .execute();
    expect(flows.map(({ name }) => name)).toEqual([
      'ad-slate-conditioning',
      'channel-assets-conditioning',
      'media-analysis',
    ]);
    const cdn = rows.find(({ type }) => type === 'cdn');
    expect(await systems.remove(old.id, cdn?.id ?? '')).toBe(true);
    await shipToTenants(made.database);
    expect((await systems.list(old.id, query())).total).toBe(3);
  });

  test('built-in systems cannot be added, deleted or retyped, but edited', async () => {
    const local = await builtIn('local');
    await expect(
      systems.create(tenant, { name: 'x', type: 'local', settings: {} }),
    ).rejects.toMatchObject({ code: 'SYSTEM_BUILT_IN' });
    await expect(systems.remove(tenant, local.id)).rejects.toMatchObject({
      code: 'SYSTEM_BUILT_IN',
    });
    await expect(systems.update(tenant, local.id, s3())).rejects.toMatchObject({
      code: 'SYSTEM_BUILT_IN',
    });
    const bucket = await systems.create(tenant, s3());
    await expect(
      systems.update(tenant, bucket.id, { name: 'x', type: 'local', settings: {} }),
    ).rejects.toMatchObject({ code: 'SYSTEM_BUILT_IN' });
    const settings = { publicBaseUrl: 'https://cdn.example/media' };
    expect(
      await systems.update(tenant, local.id, { name: 'Disk', type: 'local', settings }),
    ).toMatchObject({ name: 'Disk', settings, builtIn: true });
  });
});

describe('secrets', () => {
  test('SYS-006 SEC-S13 are opened for who asks the store, and are not in a dump', async () => {
    const { id } = await systems.create(tenant, s3());
    expect((await systems.find(tenant, id))?.settings['secretAccessKey']).toBe('the-secret');
    const { rows } = await sql<{ dump: string }>`
      select systems::text as dump from systems where id = ${id}`.execute(made.database.system);
    expect(rows[0]?.dump).toContain('s3.example');
    expect(rows[0]?.dump).not.toContain('the-secret');
  });

  test('SEC-S13 one that is moved to another system opens as none', async () => {
    const from = await systems.create(tenant, s3());
    const to = await systems.create(tenant, s3('other'));
    await sql`update systems set sealed = (select sealed from systems where id = ${from.id})
      where id = ${to.id}`.execute(made.database.system);
    expect((await systems.find(tenant, to.id))?.settings).not.toHaveProperty('secretAccessKey');
  });
});

test('a save on an old reading is refused', async () => {
  const read = await systems.create(tenant, s3());
  const save = () => systems.update(tenant, read.id, { ...s3(), updatedAt: read.updatedAt });
  expect((await save())?.updatedAt).not.toBe(read.updatedAt);
  await expect(save()).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
});

test('storage is found by id, else it is the local folder of the tenant', async () => {
  const bucket = await systems.create(tenant, s3());
  const local = await builtIn('local');
  const other = await addTenant(made.database);
  expect(await systems.findStorage(tenant, bucket.id)).toEqual(bucket);
  expect((await systems.findStorage(tenant, ''))?.id).toBe(local.id);
  expect((await systems.findStorage(tenant, 'gone'))?.id).toBe(local.id);
  const foreign = await systems.findStorage(other, bucket.id);
  expect(foreign).toMatchObject({ tenantId: other, type: 'local' });
  expect((await systems.findStorage(tenant, (await builtIn('ffmpeg')).id))?.id).toBe(local.id);
  expect(await systems.findStorage('nobody', '')).toBeUndefined();
});

test("DATA-039 another tenant's system is simply absent", async () => {
  const other = await addTenant(made.database);
  const { id } = await systems.create(tenant, s3());
  expect(await systems.find(other, id)).toBeUndefined();
  expect(await systems.update(other, id, s3())).toBeUndefined();
  expect(await systems.remove(other, id)).toBe(false);
  expect((await systems.summaries(other)).map((summary) => summary.id)).not.toContain(id);
});

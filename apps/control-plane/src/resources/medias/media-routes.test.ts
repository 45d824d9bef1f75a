import { type Client, contract } from '@interlude/contract/api';
import { createMediaStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { titles, medias } = contract;
let plane: TestPlane;
let user: TestUser;
let client: Client;
beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Editor');
  client = plane.client(user);
});
afterAll(() => plane.stop());

const create = (body: object) =>
  client(medias.create, { body: { name: 'm', url: 'https://a.example/m.mp4', ...body } });
const remove = (id: string, query: { externalResourceId?: string } = {}) =>
  client(medias.remove, { params: { id }, query });
const names = async (query: object) =>
  (await client(medias.list, { query: { sort: 'name', ...query } })).map(({ name }) => name);

describe('/api/v2/medias', () => {
  it('MED-009 MED-010 a duplicate has all fields but ids and times', async () => {
    const first = await create({ ext: 'mp4', externalResourceId: 'enc-1', type: 'intermediate' });
    const { id, createdAt: _at, updatedAt: _changed, sizeBytes: _size, ...fields } = first;
    const copy = await create(fields);
    expect(copy).toMatchObject(fields);
    expect(copy.id).not.toBe(id);
  });

  it('MED-003 MED-011 API-046 filters by type, asset and encoding; ten a page', async () => {
    const { id: titleId } = await client(titles.create, { body: { name: 'T', type: 'ad' } });
    for (let index = 0; index < 11; index += 1) {
      await create({ name: `n${String(index).padStart(2, '0')}`, titleId });
    }
    await create({ name: 'packaged', titleId, type: 'deliverable' });
    expect(await names({ titleId })).toHaveLength(10);
    expect(await names({ titleId, type: 'source', limit: 100 })).toHaveLength(11);
    expect(await names({ titleId, type: 'deliverable' })).toEqual(['packaged']);
    expect(await names({ search: titleId, limit: 100 })).toHaveLength(12);
  });

  it('MED-012 MED-013 API-021 OP-54 deletes all medias of one encoding, by query or by one of them', async () => {
    const siblings = ['one', 'two', 'three'];
    for (const encoding of ['enc-a', 'enc-b']) {
      for (const name of siblings) await create({ name, externalResourceId: encoding });
    }
    expect(await names({ externalResourceId: 'enc-a' })).toHaveLength(3);
    const query = { externalResourceId: 'enc-a' };
    expect(await client(medias.removeEncoding, { query })).toEqual({ removed: 3 });
    const [one] = await client(medias.list, { query: { externalResourceId: 'enc-b' } });
    const lone = await create({ name: 'lone' });
    const mismatch = remove(lone.id, { externalResourceId: 'enc-b' });
    expect((await failure(mismatch)).code).toBe('MEDIA_NOT_FOUND');
    expect(await remove(one?.id ?? '', { externalResourceId: 'enc-b' })).toEqual({ removed: 3 });
    expect(await names({ search: 'lone' })).toEqual(['lone']);
  });

  it('MED-014 deletes one that shares nothing; MED-015 an unknown one is 404', async () => {
    const { id } = await create({});
    expect(await remove(id)).toEqual({ removed: 1 });
    const error = await failure(remove(id));
    expect([error.status, error.message]).toEqual([404, 'Media not found']);
    expect((await failure(client(medias.read, { params: { id } }))).status).toBe(404);
  });

  it('MED-016 is changed, but not over somebody else', async () => {
    const made = await create({});
    const body = { name: 'new', url: made.url, updatedAt: made.updatedAt };
    const params = { id: made.id };
    expect((await client(medias.update, { params, body })).name).toBe('new');
    expect((await failure(client(medias.update, { params, body }))).code).toBe('EDIT_CONFLICT');
  });

  it.each([
    [{ url: 'file:///etc/passwd' }, 'INVALID_FIELDS'],
    [{ url: 'javascript:alert(1)' }, 'INVALID_FIELDS'],
    [{ url: 'http://169.254.169.254/a.mp4' }, 'URL_FORBIDDEN'],
    [{ url: 'http://[::1]/a.mp4' }, 'URL_FORBIDDEN'],
    [{ titleId: 'nowhere' }, 'TITLE_NOT_FOUND'],
    [{ name: '' }, 'INVALID_FIELDS'],
    [{ type: 'weapon' }, 'INVALID_FIELDS'],
  ])('SEC-S1 MED-017 refuses %j', async (body, code) => {
    expect((await failure(create(body))).code).toBe(code);
  });

  it('a file that cannot be removed now does not keep its media; it is logged for the purge', async () => {
    const { id } = await create({});
    await plane.database.system
      .updateTable('medias')
      .set({ storage_key: '../../outside', size_bytes: 1 })
      .where('id', '=', id)
      .execute();
    expect(await remove(id)).toEqual({ removed: 1 });
    expect(await createMediaStore(plane.database).find(user.tenantId, id)).toBeUndefined();
    expect(plane.logLines.join('')).toContain('media file was not removed');
  });
});

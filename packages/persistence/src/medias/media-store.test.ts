import { type ListQuery, listQuery, mediaInput, titleInput } from '@interlude/contract';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTitleStore } from '../titles/title-store.ts';
import { createMediaStore, insertStoredMedia, type MediaStore } from './media-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let medias: MediaStore;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  medias = createMediaStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const query = (part: Partial<ListQuery> = {}): ListQuery => ({ ...listQuery.parse({}), ...part });
const media = (part: object = {}) =>
  mediaInput.parse({ name: 'media', url: 'https://a.example/m.mp4', ...part });
const names = async (part: Partial<ListQuery>) =>
  (await medias.list(tenant, query({ sort: 'name', ...part }))).rows.map(({ name }) => name);

function store(name: string, key: string, part: object = {}) {
  const url = `https://play.example/media/local/${key}`;
  const file = { systemId: 'local', key, sizeBytes: 1_000 };
  return made.database.forTenant(tenant, (scope) =>
    insertStoredMedia(scope, { ...media({ name, url, ...part }), file }),
  );
}

test('DATA-026 a media is read as it was written', async () => {
  const created = await medias.create(tenant, media({ externalResourceId: 'enc-1', ext: 'mp4' }));
  expect(created).toMatchObject({ url: 'https://a.example/m.mp4', sizeBytes: 0, file: undefined });
  expect(await medias.find(tenant, created.id)).toEqual(created);
});

test('API-012 API-046 filters and search by the id of the title', async () => {
  const titles = createTitleStore(made.database);
  const { id } = await titles.create(tenant, titleInput.parse({ name: 'T', type: 'ad' }));
  await medias.create(tenant, media({ name: 'a', titleId: id }));
  await medias.create(tenant, media({ name: 'b', type: 'deliverable', titleId: id }));
  await medias.create(tenant, media({ name: 'c', externalResourceId: 'e' }));
  await medias.create(tenant, media({ name: 'd', createdBySystemId: 's' }));
  expect(await names({ titleId: id, type: 'source' })).toEqual(['a']);
  expect(await names({ search: id, limit: 100 })).toEqual(['a', 'b']);
  expect(await names({ externalResourceId: 'e' })).toEqual(['c']);
  expect(await names({ createdBySystemId: 's' })).toEqual(['d']);
});

test('a media of a title that does not exist is refused', async () => {
  const other = await addTenant(made.database);
  const titles = createTitleStore(made.database);
  const foreign = await titles.create(other, titleInput.parse({ name: 'T', type: 'ad' }));
  for (const titleId of ['nowhere', foreign.id]) {
    await expect(medias.create(tenant, media({ titleId }))).rejects.toMatchObject({
      code: 'TITLE_NOT_FOUND',
    });
  }
});

describe('files', () => {
  test('MED-009 a duplicate shares the file, and only the last one frees it', async () => {
    const first = await store('first', `${tenant}/sources/1.mp4`);
    const { id: _id, createdAt: _at, file, ...rest } = first;
    const second = await medias.create(tenant, media(rest));
    expect(second).toMatchObject({ file, sizeBytes: 1_000 });
    expect(await medias.usedBytes(tenant)).toBe(1_000);
    expect(await medias.remove(tenant, first.id)).toEqual({ removed: 1, files: [] });
    expect(await medias.remove(tenant, second.id)).toEqual({ removed: 1, files: [file] });
    expect(await medias.usedBytes(tenant)).toBe(0);
    expect(await medias.remove(tenant, second.id)).toEqual({ removed: 0, files: [] });
  });

  test('of several duplicates removed at once exactly one frees the file', async () => {
    const first = await store('first', `${tenant}/sources/2.mp4`);
    const copies = await Promise.all(
      ['b', 'c', 'd'].map((name) => medias.create(tenant, media({ name, url: first.url }))),
    );
    const all = [first, ...copies];
    const removed = await Promise.all(all.map(({ id }) => medias.remove(tenant, id)));
    expect(removed.flatMap(({ files }) => files)).toEqual([first.file]);
  });

  test('of another tenant are not shared by their address', async () => {
    const mine = await store('mine', `${tenant}/sources/3.mp4`);
    const other = await addTenant(made.database);
    const copy = await medias.create(other, media({ url: mine.url }));
    expect(copy.file).toBeUndefined();
    expect(await medias.remove(other, mine.id)).toEqual({ removed: 0, files: [] });
    expect(await medias.find(tenant, mine.id)).toEqual(mine);
  });

  test('the address of a stored file cannot be changed, other fields can', async () => {
    const { id, url, updatedAt } = await store('mine', `${tenant}/sources/4.mp4`);
    await expect(medias.update(tenant, id, media())).rejects.toMatchObject({
      code: 'INVALID_FIELDS',
    });
    const saved = await medias.update(tenant, id, { ...media({ url, name: 'new' }), updatedAt });
    expect(saved).toMatchObject({ name: 'new', url });
    await expect(medias.update(tenant, id, { ...media({ url }), updatedAt })).rejects.toMatchObject(
      { code: 'EDIT_CONFLICT' },
    );
  });
});

test('MED-013 API-021 all of one encoding go, with the creative that they are', async () => {
  const key = `${tenant}/ads/clip/form/job/`;
  const encoding = { externalResourceId: 'enc', type: 'deliverable' };
  const hls = await store('hls', key, encoding);
  await store('dash', key, encoding);
  const bystander = await store('other', `${tenant}/sources/5.mp4`);
  const insertAsset = (tenantId: string) =>
    made.database.system
      .insertInto('channel_assets')
      .values({
        ...{ tenant_id: tenantId, id: 'asset', clip_id: 'clip', profile_hash: 'form' },
        ...{ title_id: 't', job_id: 'job', storage_system_id: 'local', storage_key: key },
        ...{ size_bytes: 1_000, duration_ms: 10_000, created_at: new Date() },
      })
      .execute();
  await insertAsset(tenant);
  const other = await addTenant(made.database);
  await insertAsset(other);
  expect(await medias.removeEncoding(tenant, 'enc')).toEqual({ removed: 2, files: [hls.file] });
  expect((await medias.list(tenant, query())).rows).toEqual([bystander]);
  const assets = await made.database.system
    .selectFrom('channel_assets')
    .select('tenant_id')
    .where('storage_key', '=', key)
    .execute();
  expect(assets).toEqual([{ tenant_id: other }]);
});

import { type ListQuery, listQuery, titleInput } from '@interlude/contract';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMediaStore, type MediaStore } from '../medias/media-store.ts';
import { createTitleStore, type TitleStore } from './title-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let titles: TitleStore;
let medias: MediaStore;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  titles = createTitleStore(made.database);
  medias = createMediaStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const query = (part: Partial<ListQuery> = {}): ListQuery => ({ ...listQuery.parse({}), ...part });
const settings = (name: string, type: 'movie' | 'ad-slate' = 'movie') =>
  titleInput.parse({ name, type });

test('AST-007 DATA-025 a new title is delivered, and read as it was written', async () => {
  const created = await titles.create(tenant, { ...settings('Asset'), studio: 'S', synopsis: 'Z' });
  expect(created).toMatchObject({ name: 'Asset', type: 'movie', state: 'delivered', studio: 'S' });
  expect(await titles.find(tenant, created.id)).toEqual(created);
});

test('SLATE-003 API-014 filters by type; -1 gives all', async () => {
  for (const name of ['a', 'b', 'c']) {
    clock.advance(1_000);
    await titles.create(tenant, settings(name, 'ad-slate'));
  }
  await titles.create(tenant, settings('asset'));
  const slates = await titles.list(tenant, query({ type: 'ad-slate', limit: -1 }));
  expect(slates.rows.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  expect(await titles.list(tenant, query({ limit: 1 }))).toMatchObject({ total: 4 });
});

test('of two saves on one reading, one wins', async () => {
  const read = await titles.create(tenant, settings('first'));
  const save = (name: string) =>
    titles.update(tenant, read.id, { ...settings(name), updatedAt: read.updatedAt });
  const saves = await Promise.allSettled([save('a'), save('b')]);
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(save('c')).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
});

describe('removal', () => {
  test('a title with medias stays', async () => {
    const { id } = await titles.create(tenant, settings('full'));
    const media = await medias.create(tenant, {
      ...{ name: 'm', type: 'source', contentType: 'video', url: 'https://a.example/m.mp4' },
      ...{ titleId: id, externalResourceId: '', externalResourceType: '' },
      ...{ createdBySystemId: '', ext: '' },
    });
    await expect(titles.remove(tenant, id)).rejects.toMatchObject({
      code: 'TITLE_HAS_MEDIAS',
      details: { count: 1 },
    });
    await medias.remove(tenant, media.id);
    expect(await titles.remove(tenant, id)).toBe(true);
    expect(await titles.remove(tenant, id)).toBe(false);
  });
});

test("DATA-039 another tenant's title is simply absent", async () => {
  const other = await addTenant(made.database);
  const { id } = await titles.create(tenant, settings('mine'));
  expect(await titles.find(other, id)).toBeUndefined();
  expect(await titles.update(other, id, settings('theirs'))).toBeUndefined();
  expect(await titles.remove(other, id)).toBe(false);
  expect((await titles.list(other, query())).total).toBe(0);
});

import { savedViewLimits } from '@interlude/contract';
import { addTenant, addUser, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUserStore } from '../users/user-store.ts';
import { createSavedViewStore, type SavedViewStore, type ViewOwner } from './saved-view-store.ts';

let made: TemplateDatabase;
let views: SavedViewStore;
let one: ViewOwner;
let other: ViewOwner;
beforeAll(async () => {
  made = await templateDatabase();
  views = createSavedViewStore(made.database);
});
afterAll(() => made.drop());

const owner = async (tenantId: string, email: string): Promise<ViewOwner> => ({
  ...{ tenantId, email },
  userId: await addUser(made.database, tenantId, { email, role: 'Editor' }),
});
beforeEach(async () => {
  await made.database.system.deleteFrom('saved_views').execute();
  const tenantId = await addTenant(made.database);
  one = await owner(tenantId, `one@${tenantId}.example`);
  other = await owner(tenantId, `other@${tenantId}.example`);
});

const state = { period: 'Last 7 days', 'view.s1/countries': 'table' };
const save = (by: ViewOwner, name: string, scope: 'own' | 'company' = 'own', most = 10) =>
  views.create(by, { name, scope, state }, most);
const names = async (by: ViewOwner) => (await views.list(by)).map(({ name }) => name);

describe('saved views', () => {
  test('a person sees the own ones and those of the company, by name, with their state', async () => {
    await save(one, 'mine');
    await save(other, 'Theirs');
    const shared = await save(other, 'All', 'company');
    expect(await names(one)).toEqual(['All', 'mine']);
    expect(shared).toMatchObject({ scope: 'company', state, createdBy: other.email });
  });

  test('SEC-S106 those of another person are neither read, changed nor removed', async () => {
    const { id = '' } = (await save(one, 'mine')) ?? {};
    expect(await views.find(other, id)).toBeUndefined();
    expect(await views.update(other, id, { name: 'taken over' })).toBeUndefined();
    expect(await views.remove(other, id)).toBe(false);
    expect(await names(one)).toEqual(['mine']);
  });

  test('SEC-S106 DATA-039 those of another company are not there, and neither is its name taken', async () => {
    const { id = '' } = (await save(one, 'All', 'company')) ?? {};
    const abroad = await owner(await addTenant(made.database), 'abroad@else.example');
    expect(await views.find(abroad, id)).toBeUndefined();
    expect(await views.remove(abroad, id)).toBe(false);
    expect(await save(abroad, 'All', 'company')).toMatchObject({ name: 'All' });
  });

  test('a name stands once for a person and once for the company, whatever its case', async () => {
    await save(one, 'Week');
    await save(other, 'Week');
    const { id = '' } = (await save(one, 'Week', 'company')) ?? {};
    const taken = { code: 'SAVED_VIEW_NAME_TAKEN' };
    await expect(save(one, 'WEEK')).rejects.toMatchObject(taken);
    await expect(save(other, 'week', 'company')).rejects.toMatchObject(taken);
    await save(one, 'Month', 'company');
    await expect(views.update(one, id, { name: 'month' })).rejects.toMatchObject(taken);
    expect(await views.update(one, id, { name: 'WEEK' })).toMatchObject({ name: 'WEEK', state });
  });

  test('SEC-S106 are bounded for a person and for the company, each by itself', async () => {
    await save(one, 'a', 'own', 2);
    await save(one, 'b', 'own', 2);
    expect(await save(one, 'c', 'own', 2)).toBeUndefined();
    expect(await save(other, 'c', 'own', 2)).toBeDefined();
    expect(await save(one, 'c', 'company', 1)).toBeDefined();
    expect(await save(other, 'd', 'company', 1)).toBeUndefined();
    expect(savedViewLimits.own).toBeLessThan(savedViewLimits.company);
  });

  test('the own ones go with their person, those of the company stay', async () => {
    await save(one, 'mine');
    await save(one, 'All', 'company');
    await createUserStore(made.database).remove(one.tenantId, one.userId);
    expect(await names(one)).toEqual(['All']);
  });
});

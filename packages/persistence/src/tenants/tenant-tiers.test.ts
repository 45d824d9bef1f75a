import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenantStore, readTenantTier, readTenantTiers } from './tenant-store.ts';

let template: TemplateDatabase;

beforeAll(async () => {
  template = await templateDatabase();
});
afterAll(() => template.drop());

test('every tenant has its tier; one that is not known counts as the smallest', async () => {
  const { database } = template;
  const tenants = createTenantStore(database);
  const big = await tenants.create({ name: 'Big', tier: 'enterprise', expiresAt: null });
  const odd = await tenants.create({ name: 'Odd', expiresAt: null });
  await database.system
    .updateTable('tenants')
    .set({ tier: 'platinum' })
    .where('id', '=', odd.id)
    .execute();
  const tiers = await readTenantTiers(database);
  expect([tiers.get(big.id), tiers.get(odd.id)]).toEqual(['enterprise', 'trial']);
  const single = [big.id, odd.id, 'nobody'].map((id) => readTenantTier(database, id));
  expect(await Promise.all(single)).toEqual(['enterprise', 'trial', 'trial']);
});

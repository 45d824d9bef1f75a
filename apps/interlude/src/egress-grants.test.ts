import { createEgressGrantStore, createTenantStore } from '@interlude/persistence';
import { createEgress, createLogger } from '@interlude/runtime';
import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followEgressGrants } from './egress-grants.ts';

let template: TemplateDatabase;
beforeAll(async () => {
  template = await templateDatabase();
});
afterAll(() => template.drop());

it('SEC-S60 a process follows the grants of the database, from its start on', async () => {
  const { database } = template;
  const tenants = createTenantStore(database);
  const { id: first } = await tenants.create({ name: 'First', expiresAt: null });
  const { id: second } = await tenants.create({ name: 'Second', expiresAt: null });
  const grants = createEgressGrantStore(database);
  await grants.set(first, ['*']);
  const egress = createEgress({ offer: ['10.0.0.0/8'] });
  const logger = createLogger({ name: 'test', level: 'silent' });
  const end = await followEgressGrants({ database, egress, logger });
  const reaches = (id: string, host: string) => {
    try {
      egress.forTenant(id).check(`http://${host}/`);
      return true;
    } catch {
      return false;
    }
  };
  expect([reaches(first, '10.1.2.3'), reaches(second, '10.1.2.3')]).toEqual([true, false]);
  await grants.set(second, ['10.1.0.0/16']);
  await expect.poll(() => reaches(second, '10.1.2.3')).toBe(true);
  expect(reaches(second, '10.2.0.1')).toBe(false);
  await grants.set(first, []);
  await expect.poll(() => reaches(first, '10.1.2.3')).toBe(false);
  end();
  await egress.close();
});

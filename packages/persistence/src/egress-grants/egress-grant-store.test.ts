import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Change, watchChanges } from '../changes/change-feed.ts';
import { createTenantStore } from '../tenants/tenant-store.ts';
import { createEgressGrantStore } from './egress-grant-store.ts';

let template: TemplateDatabase;
beforeAll(async () => {
  template = await templateDatabase();
});
afterAll(() => template.drop());

it('SEC-S60 a company has no grants until it gets some; a change is announced', async () => {
  const { database } = template;
  const tenants = createTenantStore(database);
  const [studio, other] = [
    await tenants.create({ name: 'Studio', expiresAt: null }),
    await tenants.create({ name: 'Another', expiresAt: null }),
  ];
  const grants = createEgressGrantStore(database);
  expect(await grants.list()).toEqual([]);
  const changes: Change[] = [];
  const unwatch = await watchChanges(
    database,
    (change) => changes.push(change),
    () => undefined,
  );
  const given = { tenantId: studio.id, name: 'Studio', entries: ['10.0.0.0/8', 'media.intern'] };
  expect(await grants.set('studio', given.entries)).toEqual(given);
  expect(await grants.set('nobody', ['*'])).toBeUndefined();
  await grants.set(other.id, ['*']);
  expect(await grants.list()).toEqual([
    { tenantId: other.id, name: 'Another', entries: ['*'] },
    given,
  ]);
  await grants.set(other.id, []);
  expect(await grants.list()).toEqual([given]);
  await expect
    .poll(() => changes.map(({ kind, id }) => [kind, id]))
    .toEqual([
      ['egress-grants', studio.id],
      ['egress-grants', other.id],
      ['egress-grants', other.id],
    ]);
  unwatch();
});

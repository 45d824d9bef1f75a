import { addChannel, addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChannelStore } from '../channels/channel-store.ts';
import { containsPattern, countTenantRows } from './list-page.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

const count = (tenantId: string) =>
  made.database.forTenant(tenantId, ({ db }) => countTenantRows(db, 'channels'));

test('%, _ and \\ stand for themselves in a search', () => {
  expect(containsPattern('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
});

test('the counted rows are the rows, after writes at the same time, removals and a rollback', async () => {
  const tenant = await addTenant(made.database);
  const channels = await Promise.all(
    Array.from({ length: 40 }, () => addChannel(made.database, tenant)),
  );
  const store = createChannelStore(made.database);
  await Promise.all(channels.slice(0, 15).map(({ id }) => store.remove(tenant, id)));
  const failing = made.database.forTenant(tenant, async ({ db }) => {
    await db.deleteFrom('channels').execute();
    expect(await countTenantRows(db, 'channels')).toBe(0);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await count(tenant)).toBe(25);
});

test('a statement that touches several tenants counts for each', async () => {
  const [one, two] = [await addTenant(made.database), await addTenant(made.database)];
  await addChannel(made.database, one);
  await addChannel(made.database, two);
  await sql`insert into channels select c.tenant_id, c.id || n, c.name, c.type, c.state, c.settings,
      c.shape, c.sealed, c.reset_count, c.created_at, c.updated_at
    from channels c, generate_series(1, 4) n where c.tenant_id in (${one}, ${two})`.execute(
    made.database.system,
  );
  expect([await count(one), await count(two)]).toEqual([5, 5]);
  await made.database.system.deleteFrom('channels').where('tenant_id', '=', one).execute();
  expect([await count(one), await count(two)]).toEqual([0, 5]);
});

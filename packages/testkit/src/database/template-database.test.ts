import { afterAll, expect, test } from 'vitest';
import { type TemplateDatabase, templateDatabase } from './template-database.ts';

const opened: TemplateDatabase[] = [];
afterAll(() => Promise.all(opened.map(({ drop }) => drop())));

async function make(): Promise<TemplateDatabase> {
  const made = await templateDatabase();
  opened.push(made);
  return made;
}

const addTenant = ({ database }: TemplateDatabase, id: string) =>
  database.system.insertInto('tenants').values({ id, name: id, created_at: new Date() }).execute();

test('gives each caller a migrated database of its own', async () => {
  const [first, second] = await Promise.all([make(), make()]);
  await addTenant(first, 'one');
  const names = (made: TemplateDatabase) =>
    made.database.system.selectFrom('tenants').select('name').execute();
  expect(await names(first)).toEqual([{ name: 'one' }]);
  expect(await names(second)).toEqual([]);
});

test('a request sees its own tenant only', async () => {
  const made = await make();
  await addTenant(made, 'one');
  await addTenant(made, 'two');
  const seen = await made.database.forTenant('two', ({ db }) =>
    db.selectFrom('tenants').select('id').execute(),
  );
  expect(seen).toEqual([{ id: 'two' }]);
});

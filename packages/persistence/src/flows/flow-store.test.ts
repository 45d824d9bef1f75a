import { type FlowSettings, flowInput, listQuery, shippedFlows } from '@interlude/contract';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFlowStore } from './flow-store.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

const flow = (name: string): FlowSettings =>
  flowInput.parse({ name, taskTemplates: [{ type: 'download' }] });

test('FLOW-001 a new tenant has the shipped workflows, and keeps what it makes of them', async () => {
  const tenant = await addTenant(made.database);
  const store = createFlowStore(made.database);
  const { rows, total } = await store.list(tenant, { ...listQuery.parse({}), sort: 'name' });
  expect(total).toBe(3);
  expect(rows.map(({ name }) => name)).toEqual(shippedFlows.map(({ name }) => name).sort());
  const [first] = rows;
  expect(await store.remove(tenant, first?.id ?? '')).toBe(true);
  expect(await store.remove(tenant, first?.id ?? '')).toBe(false);
  expect((await store.list(tenant, listQuery.parse({}))).total).toBe(2);
});

test('FLOW-002 workflows are made, changed and found; names are taken once, letter case ignored', async () => {
  const tenant = await addTenant(made.database);
  const store = createFlowStore(made.database);
  const made1 = await store.create(tenant, { ...flow('Mine'), attempts: 5, timeout: 7 });
  expect(await store.find(tenant, made1.id)).toEqual(made1);
  expect(made1).toMatchObject({ attempts: 5, timeout: 7, taskTemplates: [{ type: 'download' }] });
  await expect(store.create(tenant, flow('mINE'))).rejects.toMatchObject({
    code: 'FLOW_NAME_TAKEN',
  });
  const other = await store.create(tenant, flow('Other'));
  await expect(store.update(tenant, other.id, flow('mine'))).rejects.toMatchObject({
    code: 'FLOW_NAME_TAKEN',
  });
  const saved = await store.update(tenant, other.id, flow('Another'), other.updatedAt);
  expect(saved?.name).toBe('Another');
  await expect(store.update(tenant, other.id, flow('Late'), other.updatedAt)).rejects.toMatchObject(
    { code: 'EDIT_CONFLICT' },
  );
  expect(await store.update(await addTenant(made.database), other.id, flow('x'))).toBeUndefined();
});

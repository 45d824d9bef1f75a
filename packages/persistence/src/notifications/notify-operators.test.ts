import { listQuery } from '@interlude/contract';
import { addTenant, addUser, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotificationStore } from './notification-store.ts';
import { notifyOperators } from './notify-operators.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

test('SEC-S53 each SuperAdmin is notified, again only after the first one was read', async () => {
  const [one, two] = [await addTenant(made.database), await addTenant(made.database)];
  const operator = await addUser(made.database, one, { role: 'SuperAdmin' });
  const admin = await addUser(made.database, two, { role: 'Admin' });
  const notifications = createNotificationStore(made.database);
  const listOf = async (tenant: string, userId: string) =>
    (await notifications.list(tenant, listQuery.parse({}), { userId, ownOnly: false })).rows;
  const notify = (content: string, topic = 'events.lost') =>
    notifyOperators(made.database, { topic, content });
  await Promise.all([notify('3 events are lost'), notify('3 events are lost')]);
  await notify('4 events are lost');
  await notify('2 events are set aside', 'events.set-aside');
  const shown = await listOf(one, operator);
  expect(shown.map(({ content }) => content).sort()).toEqual([
    '2 events are set aside',
    '3 events are lost',
  ]);
  expect(await listOf(two, admin)).toEqual([]);
  const id = shown.find(({ topic }) => topic === 'events.lost')?.id ?? '';
  await notifications.setStatus(one, id, operator, 'archived');
  await notify('5 events are lost');
  expect((await listOf(one, operator)).map(({ content }) => content)).toContain(
    '5 events are lost',
  );
});

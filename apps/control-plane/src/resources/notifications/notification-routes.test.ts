import { listQuery, say } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createNotificationStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { notifications } = contract;
let plane: TestPlane;
let user: TestUser;
let other: TestUser;
let client: Client;

beforeAll(async () => {
  plane = await startTestPlane();
  const tenantId = await plane.tenant('Acme');
  user = await plane.user(tenantId, 'Viewer');
  other = await plane.user(tenantId, 'Admin');
  client = plane.client(user);
  const store = createNotificationStore(plane.database);
  const add = (content: string, userId?: string) =>
    store.add({ tenantId, userId, topic: 'workflow.jobs.failed', content });
  await add('for me', user.userId);
  await add('for the other', other.userId);
  await add('for all');
});
afterAll(() => plane.stop());

const contents = async (query: object, from = client) =>
  (await from(notifications.list, { query })).map(({ content }) => content).sort();

describe('GET /api/v2/notifications', () => {
  it('API-031 OP-53 lists the own ones for userOnly and for user-only', async () => {
    expect(await contents({ userOnly: 'true' })).toEqual(['for me']);
    expect(await contents({ 'user-only': 'true' })).toEqual(['for me']);
  });

  it('API-031 lists those of the company otherwise, never what is for somebody else', async () => {
    expect(await contents({ limit: 50 })).toEqual(['for all', 'for me']);
  });

  it('DATA-006 has id, status, topic, content and createdAt', async () => {
    const [row] = await client(notifications.list, { query: { userOnly: 'true' } });
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'content',
      'createdAt',
      'id',
      'status',
      'topic',
    ]);
    expect(row).toMatchObject({ status: 'new', topic: 'workflow.jobs.failed' });
  });

  it('NOTE-001 DATA-006 has what the sentence was made of; that of a later release is left out', async () => {
    const { tenantId, userId } = await plane.user(await plane.tenant('Said'), 'Viewer');
    const store = createNotificationStore(plane.database);
    const { sentence } = say('jobFailed', { name: 'Spot \0\ud800', reason: 'no audio' });
    const to = { tenantId, userId, topic: 'workflow.jobs.failed', content: 'x failed' };
    const id = await store.add({ ...to, sentence });
    const read = async () => {
      const reader = { userId, ownOnly: true };
      return (await store.list(tenantId, listQuery.parse({}), reader)).rows[0];
    };
    expect(await read()).toMatchObject({ content: 'x failed', sentence });
    await plane.database.system
      .updateTable('notifications')
      .set({ sentence: JSON.stringify({ key: 'futureSentence', values: {} }) })
      .where('id', '=', id)
      .execute();
    expect((await read())?.sentence).toBeUndefined();
  });
});

describe('PUT /api/v2/notifications/:id', () => {
  it('NOTE-002 archives an own one', async () => {
    const [row] = await client(notifications.list, { query: { userOnly: 'true' } });
    const params = { id: String(row?.id) };
    const saved = await client(notifications.update, { params, body: { status: 'archived' } });
    expect(saved.status).toBe('archived');
    expect(await contents({ status: 'new', userOnly: 'true' })).toEqual([]);
    expect(await contents({ status: 'archived', userOnly: 'true' })).toEqual(['for me']);
  });

  it('NOTE-002 SEC-S4 what is for somebody else is 404', async () => {
    const [row] = await plane.client(other)(notifications.list, { query: { userOnly: 'true' } });
    const call = client(notifications.update, {
      params: { id: String(row?.id) },
      body: { status: 'archived' },
    });
    await expect(call).rejects.toMatchObject({ status: 404, message: 'Notification not found' });
  });
});

import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSessionPlanStore,
  type SessionPlanStore,
  type StoredSessionPlan,
} from './session-plan-store.ts';

let template: TemplateDatabase;
let store: SessionPlanStore;
let tenantId: string;
beforeAll(async () => {
  template = await templateDatabase();
  store = createSessionPlanStore(template.database);
  tenantId = await addTenant(template.database);
});
afterAll(() => template.drop());

const plan = (session: string, text: string, tenant = tenantId): StoredSessionPlan => ({
  ...{ tenantId: tenant, channelId: 'c', session },
  plan: Buffer.from(text),
});

test('H35 a session has one plan, the last; those of many are read at once', async () => {
  await store.put([plan('s1', 'one'), plan('s2', 'two')]);
  await store.put([plan('s2', 'two again'), plan('s3', 'three')]);
  const sessions = ['s1', 's2', 'unknown'].map((session) => ({ tenantId, session }));
  const found = await store.ofSessions(sessions);
  expect(found.toSorted((a, b) => (a.session < b.session ? -1 : 1))).toEqual([
    plan('s1', 'one'),
    plan('s2', 'two again'),
  ]);
  await store.put([]);
  expect(await store.ofSessions([])).toEqual([]);
});

test('many writers of the same sessions do not wait for each other for ever', async () => {
  const sessions = Array.from({ length: 60 }, (_, index) => `m${index}`);
  await Promise.all(
    Array.from({ length: 6 }, (_, writer) => {
      const turned = [...sessions.slice(writer * 10), ...sessions.slice(0, writer * 10)];
      return store.put(turned.map((session) => plan(session, `of ${writer}`)));
    }),
  );
  const found = await store.ofSessions(sessions.map((session) => ({ tenantId, session })));
  expect(found).toHaveLength(60);
});

test('SEC-S60 the session of another company is another one', async () => {
  const other = await addTenant(template.database);
  await store.put([plan('shared', 'mine'), plan('shared', 'theirs', other)]);
  expect(await store.ofSessions([{ tenantId: other, session: 'shared' }])).toEqual([
    plan('shared', 'theirs', other),
  ]);
});

test('plans of sessions that nobody plays any more go', async () => {
  await store.put([plan('gone', 'old'), plan('kept', 'new')]);
  await sql`update session_plans set stored_at = now() - interval '9 hours'
    where session = 'gone'`.execute(template.database.system);
  expect(await store.purge(Date.now() - 8 * 3_600_000)).toBe(1);
  const both = ['gone', 'kept'].map((session) => ({ tenantId, session }));
  expect(await store.ofSessions(both)).toEqual([plan('kept', 'new')]);
});

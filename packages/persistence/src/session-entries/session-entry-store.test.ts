import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionEntryStore, type StoredSessionEntry } from './session-entry-store.ts';

let template: TemplateDatabase;
let tenantId: string;
let otherTenantId: string;
beforeAll(async () => {
  template = await templateDatabase();
  tenantId = await addTenant(template.database);
  otherTenantId = await addTenant(template.database);
});
afterAll(() => template.drop());

const entry = (
  session: string,
  breakId: string,
  text: string,
  tenant = tenantId,
): StoredSessionEntry => ({
  ...{ tenantId: tenant, channelId: 'c', session, breakId },
  entry: Buffer.from(text),
});

test('H1 the first entry of a break stands; who comes second learns it', async () => {
  const store = createSessionEntryStore(template.database);
  expect(await store.putIfAbsent([entry('s1', 'b1', 'one'), entry('s1', 'b2', 'two')])).toEqual([]);
  expect(await store.putIfAbsent([entry('s1', 'b2', 'other'), entry('s1', 'b3', 'new')])).toEqual([
    entry('s1', 'b2', 'two'),
  ]);
  expect(await store.ofSessions([{ tenantId, session: 's1' }])).toEqual(
    expect.arrayContaining([
      entry('s1', 'b1', 'one'),
      entry('s1', 'b2', 'two'),
      entry('s1', 'b3', 'new'),
    ]),
  );
  expect(await store.putIfAbsent([])).toEqual([]);
  const ofBreak = (breakId: string, tenant = tenantId) =>
    store.ofBreaks([{ tenantId: tenant, session: 's1', breakId }]);
  expect(await ofBreak('b2')).toEqual([entry('s1', 'b2', 'two')]);
  expect([await ofBreak('b4'), await ofBreak('b2', otherTenantId)]).toEqual([[], []]);
  expect(await store.ofBreaks([])).toEqual([]);
});

test('H1 of many writers of the same breaks all have the same entries afterwards', async () => {
  const store = createSessionEntryStore(template.database);
  const breaks = Array.from({ length: 40 }, (_, index) => `b${index}`);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    // Each writer has an order of its own: none may deadlock.
    const turned = [...breaks.slice(writer * 5), ...breaks.slice(0, writer * 5)];
    const own = turned.map((breakId) => entry('many', breakId, `of ${writer}`));
    const stood = await store.putIfAbsent(own);
    const standing = new Map(own.map((one) => [one.breakId, one.entry.toString()]));
    for (const { breakId, entry: first } of stood) standing.set(breakId, first.toString());
    return breaks.map((breakId) => standing.get(breakId));
  });
  const [first, ...others] = await Promise.all(writers);
  expect(others).toEqual(others.map(() => first));
  expect(new Set(first).has(undefined)).toBe(false);
});

test('SEC-S60 sessions and creatives of another company are not found', async () => {
  const store = createSessionEntryStore(template.database);
  await store.putIfAbsent([entry('shared', 'b1', 'mine')]);
  expect(await store.putIfAbsent([entry('shared', 'b1', 'theirs', otherTenantId)])).toEqual([]);
  expect(await store.ofSessions([{ tenantId: otherTenantId, session: 'shared' }])).toEqual([
    entry('shared', 'b1', 'theirs', otherTenantId),
  ]);
  await store.keepCreatives([{ tenantId, hash: 'h', creative: Buffer.from('mine') }]);
  expect(await store.creatives([{ tenantId: otherTenantId, hash: 'h' }])).toEqual([]);
});

test('a creative is kept once, and for as long as it is used', async () => {
  const store = createSessionEntryStore(template.database);
  const snapshot = (hash: string, text = hash) => ({
    ...{ tenantId, hash },
    creative: Buffer.from(text),
  });
  await store.keepCreatives([snapshot('used'), snapshot('old')]);
  await sql`update creative_snapshots set used_at = now() - interval '9 hours'`.execute(
    template.database.system,
  );
  await store.keepCreatives([snapshot('used', 'read again')]);
  expect(await store.purge(Date.now() - 8 * 3_600_000)).toBeGreaterThan(0);
  const both = ['used', 'old'].map((hash) => ({ tenantId, hash }));
  expect(await store.creatives(both)).toEqual([snapshot('used')]);
  expect(await store.creatives([])).toEqual([]);
  expect(await store.ofSessions([])).toEqual([]);
});

test('entries go when no output can list their break any more', async () => {
  const store = createSessionEntryStore(template.database);
  await store.putIfAbsent([entry('gone', 'b1', 'one'), entry('gone', 'b2', 'two')]);
  await sql`update session_entries set made_at = now() - interval '9 hours'
    where session = 'gone' and break_id = 'b1'`.execute(template.database.system);
  expect(await store.purge(Date.now() - 8 * 3_600_000)).toBe(1);
  expect(await store.ofSessions([{ tenantId, session: 'gone' }])).toEqual([
    entry('gone', 'b2', 'two'),
  ]);
});

import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSourceSnapshotStore, type SourceSnapshotStore } from './source-snapshot-store.ts';

const hourMs = 3_600_000;

let template: TemplateDatabase;
let store: SourceSnapshotStore;
let tenantId: string;
beforeAll(async () => {
  template = await templateDatabase();
  store = createSourceSnapshotStore(template.database);
  tenantId = await addTenant(template.database);
});
afterAll(() => template.drop());

const age = (channelId: string, seconds: number) =>
  sql`update source_snapshots set taken_at = now() - make_interval(secs => ${seconds})
    where channel_id = ${channelId}`.execute(template.database.system);

test('a channel has one snapshot, the newest', async () => {
  const of = { tenantId, channelId: 'c1' };
  expect(await store.find(of, hourMs)).toBeUndefined();
  await store.put({ ...of, snapshot: Buffer.from('one') });
  expect(await store.find(of, hourMs)).toEqual(Buffer.from('one'));
  await store.put({ ...of, snapshot: Buffer.from('two') });
  expect(await store.find(of, hourMs)).toEqual(Buffer.from('two'));
});

test('H6 a snapshot of long ago is none, and goes', async () => {
  const of = { tenantId, channelId: 'c2' };
  await store.put({ ...of, snapshot: Buffer.from('old') });
  await age('c2', 700);
  expect(await store.find(of, 600_000)).toBeUndefined();
  expect(await store.find(of, 800_000)).toEqual(Buffer.from('old'));
  expect(await store.purge(Date.now() - 800_000)).toBe(0);
  expect(await store.purge(Date.now() - 600_000)).toBe(1);
  expect(await store.find(of, hourMs)).toBeUndefined();
});

test('SEC-S60 a channel of another company has another snapshot', async () => {
  const other = await addTenant(template.database);
  await store.put({ tenantId, channelId: 'c3', snapshot: Buffer.from('mine') });
  expect(await store.find({ tenantId: other, channelId: 'c3' }, hourMs)).toBeUndefined();
});

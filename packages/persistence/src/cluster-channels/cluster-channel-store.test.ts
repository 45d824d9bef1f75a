import type { ClusterChannel } from '@interlude/contract';
import {
  addTenant,
  buildChannel,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Change, watchChanges } from '../changes/change-feed.ts';
import { readTenantTiers } from '../tenants/tenant-store.ts';
import { type ClusterChannelStore, createClusterChannelStore } from './cluster-channel-store.ts';

let made: TemplateDatabase;
let store: ClusterChannelStore;
beforeAll(async () => {
  made = await templateDatabase();
  store = createClusterChannelStore(made.database);
});
afterAll(() => made.drop());

const channel = (part: Partial<ClusterChannel> = {}): ClusterChannel => ({
  version: 10,
  state: 'enabled',
  resets: 0,
  settings: buildChannel({ apiKey: 'of-viewers', sourceHeaders: { 'x-api-key': 'of-origin' } }),
  scheduledBreaks: [],
  ...part,
});

test('is read as it was received, with its secrets, which are not in a dump; all processes are notified', async () => {
  const changes: Change[] = [];
  const unwatch = await watchChanges(
    made.database,
    (change) => void changes.push(change),
    () => undefined,
  );
  const reported = channel({ resets: 3 });
  expect(await store.put('a', reported)).toMatchObject({ version: 10, resetCount: 3 });
  expect(await store.find('a')).toMatchObject({ id: 'a', settings: reported.settings });
  expect((await store.listEnabled()).map(({ id }) => id)).toEqual(['a']);
  await expect.poll(() => changes).toMatchObject([{ kind: 'channels', id: 'a' }]);
  const { rows } = await sql<{ dump: string }>`
    select cluster_channels::text as dump from cluster_channels`.execute(made.database.system);
  expect(rows[0]?.dump).not.toMatch(/of-viewers|of-origin/);
  expect((await readTenantTiers(made.database)).get('ssai-cluster')).toBe('enterprise');
  unwatch();
});

test('an older version neither replaces a newer one nor removes it', async () => {
  await store.put('b', channel({ version: 20, state: 'disabled' }));
  expect(await store.put('b', channel({ version: 19 }))).toMatchObject({ version: 20 });
  await store.remove('b', 19);
  expect(await store.find('b')).toMatchObject({ version: 20, state: 'disabled' });
  expect((await store.listEnabled()).map(({ id }) => id)).not.toContain('b');
  await store.remove('b', 21);
  expect(await store.find('b')).toBeUndefined();
});

test('the tenant of such channels is made also when somebody has its name', async () => {
  const { database, drop } = await templateDatabase();
  await addTenant(database, 'SSAI Cluster');
  const other = createClusterChannelStore(database);
  expect(await Promise.all(['x', 'y'].map((id) => other.put(id, channel())))).toMatchObject([
    { tenantId: 'ssai-cluster' },
    { tenantId: 'ssai-cluster' },
  ]);
  await drop();
});

import {
  createChannelStore,
  createClusterChannelStore,
  createSystemStore,
} from '@interlude/persistence';
import { systemClock } from '@interlude/runtime';
import {
  addChannel,
  addTenant,
  buildChannel,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChannelDirectory } from './channel-directory.ts';
import { createDatabaseChannels } from './database-channels.ts';

let made: TemplateDatabase;
let tenant: string;
let directory: ChannelDirectory;
/** Readings of all channels. */
let readings = 0;
beforeAll(async () => {
  made = await templateDatabase();
  const channels = createDatabaseChannels(made.database);
  directory = new ChannelDirectory({
    repository: {
      ...channels,
      listEnabled: () => {
        readings += 1;
        return channels.listEnabled();
      },
    },
    clock: systemClock,
    report: { lost: () => undefined, recovered: () => undefined },
    onChange: () => undefined,
  });
  await directory.start();
});
afterAll(async () => {
  directory.stop();
  await made.drop();
});
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const cluster = (settings: Record<string, string>) =>
  createSystemStore(made.database).create(tenant, { name: 'C', type: 'ssai-cluster', settings });
const nameOf = (id: string) => directory.find(id)?.settings.name;
/** Far below the 30 s after which everything is read anew anyway. */
const soon = { timeout: 8_000 };

test('a save reaches the stitcher at once', async () => {
  const { id, ...settings } = await addChannel(made.database, tenant, { name: 'before' });
  await expect.poll(() => nameOf(id), soon).toBe('before');
  const store = createChannelStore(made.database);
  await store.update(tenant, id, { settings: { ...settings, name: 'after' } });
  await expect.poll(() => nameOf(id), soon).toBe('after');
  await store.remove(tenant, id);
  await expect.poll(() => nameOf(id), soon).toBeUndefined();
});

test('a save beside many channels reads one', async () => {
  for (let index = 0; index < 60; index += 1) {
    await addChannel(made.database, tenant, { name: `one of many ${index}` });
  }
  const { id, ...settings } = await addChannel(made.database, tenant, { name: 'before' });
  await expect.poll(() => nameOf(id), soon).toBe('before');
  await directory.refresh();
  const before = readings;
  await createChannelStore(made.database).update(tenant, id, {
    settings: { ...settings, name: 'after' },
  });
  await expect.poll(() => nameOf(id), soon).toBe('after');
  expect(readings).toBe(before);
});

test('what was changed while the connection for notifications was lost is read when it is back', async () => {
  const { id, ...settings } = await addChannel(made.database, tenant, { name: 'before' });
  await expect.poll(() => nameOf(id), soon).toBe('before');
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where application_name = 'interlude-listen' and datname = current_database()`.execute(
    made.database.system,
  );
  expect(rows).toEqual([{ ended: true }]);
  await createChannelStore(made.database).update(tenant, id, {
    settings: { ...settings, name: 'changed unheard' },
  });
  await expect.poll(() => nameOf(id), soon).toBe('changed unheard');
});

test('a channel of another cluster is not played here, until it comes back or its cluster is gone', async () => {
  const { id: systemId } = await cluster({ baseUrl: 'https://elsewhere.example' });
  const there = await addChannel(made.database, tenant, { systemId });
  const here = await addChannel(made.database, tenant);
  await expect.poll(() => nameOf(here.id), soon).toBe(here.name);
  expect(nameOf(there.id)).toBeUndefined();
  await createSystemStore(made.database).remove(tenant, systemId);
  await expect.poll(() => nameOf(there.id), soon).toBe(there.name);
});

test('a cluster without an address is this installation, and names where clients send beacons', async () => {
  const { id: systemId } = await cluster({ beaconsBaseUrl: 'https://beacons.example' });
  const plain = await addChannel(made.database, tenant, { systemId });
  const customClientSideBeaconsBaseUrl = 'https://own.example';
  const own = await addChannel(made.database, tenant, {
    systemId,
    customClientSideBeacons: { customClientSideBeaconsBaseUrl },
  });
  const beaconsOf = (id: string) =>
    directory.find(id)?.settings.customClientSideBeacons.customClientSideBeaconsBaseUrl;
  await expect.poll(() => beaconsOf(own.id), soon).toBe(customClientSideBeaconsBaseUrl);
  expect(beaconsOf(plain.id)).toBe('https://beacons.example');
});

test('channels of other installations are played, but none in place of an own one', async () => {
  const own = await addChannel(made.database, tenant, { name: 'own' });
  const reported = createClusterChannelStore(made.database);
  const channel = (name: string) => ({
    version: 1,
    state: 'enabled' as const,
    resets: 2,
    settings: buildChannel({ name }),
    scheduledBreaks: [],
  });
  await reported.put(own.id, channel('shadow'));
  await reported.put('theirs', channel('theirs'));
  await expect.poll(() => nameOf('theirs'), soon).toBe('theirs');
  expect(directory.find('theirs')).toMatchObject({ tier: 'enterprise', resets: 2, revision: '1' });
  expect(nameOf(own.id)).toBe('own');
});

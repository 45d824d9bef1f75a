import { addChannel, addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChannelStore } from '../channels/channel-store.ts';
import { createMonitorLeaseStore, type MonitorLeaseStore } from './monitor-lease-store.ts';

let template: TemplateDatabase;
let leases: MonitorLeaseStore;
let one: string;
let two: string;

const enabled = async (tenant: string, type: 'hls-live' | 'hls-vod' = 'hls-live') =>
  (await addChannel(template.database, tenant, { type })).id;
const ids = async (monitor: string, most = 100) =>
  (await leases.renew(monitor, most)).map(({ channelId }) => channelId).sort();
/** Ages a monitor's leases and its last report by `seconds`. */
const fallSilent = (monitor: string, seconds: number) =>
  sql`with of_leases as (update monitor_leases set held_until = held_until - make_interval(secs => ${seconds})
    where monitor = ${monitor}) update monitors set seen_at = seen_at - make_interval(secs => ${seconds})
    where monitor = ${monitor}`.execute(template.database.system);

beforeAll(async () => {
  template = await templateDatabase();
  leases = createMonitorLeaseStore(template.database);
  one = await addTenant(template.database);
  two = await addTenant(template.database);
});
afterAll(() => template.drop());
beforeEach(async () => {
  await sql`delete from channels`.execute(template.database.system);
  await sql`delete from monitors`.execute(template.database.system);
});

test('SEC-S90 a channel has one monitor, and another one within 10 s when that is not heard of', async () => {
  const id = await enabled(one);
  expect(await ids('a')).toEqual([id]);
  expect(await ids('b')).toEqual([]);
  await fallSilent('a', 6);
  expect(await ids('b')).toEqual([id]);
  expect(await ids('a')).toEqual([]);
});

test('only live channels that are enabled are watched, and no longer once they are not', async () => {
  const id = await enabled(one);
  await enabled(one, 'hls-vod');
  await addChannel(template.database, one, { state: 'disabled' });
  expect(await ids('a')).toEqual([id]);
  await createChannelStore(template.database).setState(one, id, 'disabled');
  expect(await ids('a')).toEqual([]);
});

test('SEC-S90 a company with many channels leaves room for another one', async () => {
  for (let count = 0; count < 6; count += 1) await enabled(one);
  const small = [await enabled(two), await enabled(two)].sort();
  const held = await ids('a', 4);
  expect(held).toHaveLength(4);
  expect(held.filter((id) => small.includes(id))).toEqual(small);
});

test('SEC-S90 a company that holds every place gives some back when another one adds channels, and no more', async () => {
  for (let count = 0; count < 6; count += 1) await enabled(one);
  const first = [...(await ids('a', 2)), ...(await ids('b', 2))];
  expect(first).toHaveLength(4);
  const added = await enabled(two);
  const of = async (monitor: string) => {
    const held = await leases.renew(monitor, 2);
    return held.map(({ tenantId }) => (tenantId === one ? 'one' : 'two')).sort();
  };
  expect([await of('a'), await of('b')]).toEqual([
    ['one', 'two'],
    ['one', 'one'],
  ]);
  await enabled(two);
  await enabled(two);
  const shared = [await of('a'), await of('b')];
  expect(shared.flat().sort()).toEqual(['one', 'one', 'two', 'two']);
  const held = [await ids('a', 2), await ids('b', 2)];
  expect([await ids('a', 2), await ids('b', 2)]).toEqual(held);
  expect(held.flat()).toContain(added);
});

test('monitors share the channels evenly, and what one leaves another takes at once', async () => {
  for (let count = 0; count < 6; count += 1) await enabled(one);
  expect(await ids('a')).toHaveLength(6);
  expect(await ids('b')).toHaveLength(0);
  expect(await ids('a')).toHaveLength(3);
  expect(await ids('b')).toHaveLength(3);
  await leases.leave('a');
  expect(await ids('b')).toHaveLength(6);
});

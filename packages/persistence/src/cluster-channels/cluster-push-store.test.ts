import {
  addSubscription,
  addTenant,
  addUser,
  buildChannel,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChannelStore } from '../channels/channel-store.ts';
import { createScheduledBreakStore } from '../channels/scheduled-break-store.ts';
import { createSystemStore } from '../systems/system-store.ts';
import { type ClusterPush, createClusterPushStore } from './cluster-push-store.ts';
import { createClusterStore } from './cluster-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let tenant: string;
let systemId: string;

beforeAll(async () => {
  made = await templateDatabase({ clock });
});
afterAll(() => made.drop());

const cluster = (apiToken = 'token') => ({
  name: 'Elsewhere',
  type: 'ssai-cluster' as const,
  settings: { baseUrl: 'https://stitcher.example/', apiToken },
});

beforeEach(async () => {
  tenant = await addTenant(made.database);
  systemId = (await createSystemStore(made.database).create(tenant, cluster())).id;
});

const channels = () => createChannelStore(made.database);
const pushes = () => createClusterPushStore(made.database);
const claimed = async () =>
  (await pushes().claimDue(50)).filter(({ tenantId }) => tenantId === tenant);
const accept = (push: ClusterPush) =>
  pushes().finish(push, { kind: 'accepted', againAtMs: clock.now() + 60_000 }, { content: 'back' });
const addOne = (part: Parameters<typeof buildChannel>[0] = {}) =>
  channels().create(tenant, buildChannel({ systemId, ...part }));

test('the cluster is read with its token; the shipped one is this installation', async () => {
  const list = await createClusterStore(made.database).list(tenant);
  expect(list.find(({ id }) => id === systemId)).toMatchObject({
    baseUrl: 'https://stitcher.example',
    apiToken: 'token',
    beaconsBaseUrl: '',
  });
  expect(list.filter(({ baseUrl }) => baseUrl === '')).toHaveLength(1);
});

describe('pushes to a cluster', () => {
  test('each change of a channel, once, with a version that rises; nothing of other channels', async () => {
    await channels().create(tenant, buildChannel());
    const { id, ...rest } = await addOne();
    const [first] = await claimed();
    expect(first).toMatchObject({ channelId: id, systemId, wanted: true, failures: 0 });
    expect(await claimed()).toEqual([]);
    expect(await accept(first ?? failed())).toBe(true);
    expect(await claimed()).toEqual([]);

    const changes = [
      () => channels().update(tenant, id, { settings: rest }),
      () => channels().setState(tenant, id, 'enabled'),
      () => channels().reset(tenant, id),
      () =>
        createScheduledBreakStore(made.database).put(tenant, id, {
          start: '2030-01-01T00:00:00Z',
          duration: 30,
          externalId: '',
        }),
      () => createSystemStore(made.database).update(tenant, systemId, cluster('other')),
    ];
    let version = first?.version ?? 0;
    for (const change of changes) {
      await change();
      const [push] = await claimed();
      expect(push?.version).toBeGreaterThan(version);
      version = push?.version ?? 0;
      await accept(push ?? failed());
    }
  });

  test('remove a channel that has left it, or is deleted, until accepted', async () => {
    const { id, ...settings } = await addOne();
    for (const push of await claimed()) await accept(push);
    await channels().update(tenant, id, { settings: { ...settings, systemId: '' } });
    const [left] = await claimed();
    expect(left).toMatchObject({ channelId: id, wanted: false });
    await accept(left ?? failed());
    clock.advance(600_000);
    expect(await claimed()).toEqual([]);

    const second = await addOne();
    for (const push of await claimed()) await accept(push);
    await channels().remove(tenant, second.id);
    expect(await claimed()).toMatchObject([{ channelId: second.id, wanted: false }]);
  });

  test('a change during a push is pushed again', async () => {
    const { id } = await addOne();
    const [push] = await claimed();
    await channels().reset(tenant, id);
    expect(await pushes().claimChannel(tenant, id)).toEqual([]);
    expect(await accept(push ?? failed())).toBe(false);
    expect(await claimed()).toMatchObject([{ channelId: id }]);
  });

  test('is claimed again when the teller has died, and now and then for a cluster that forgets', async () => {
    const { id } = await addOne();
    expect(await claimed()).toHaveLength(1);
    clock.advance(61_000);
    const [again] = await claimed();
    await accept(again ?? failed());
    clock.advance(59_000);
    expect(await claimed()).toEqual([]);
    clock.advance(2_000);
    expect(await claimed()).toMatchObject([{ channelId: id }]);
  });

  test('a tenant that is deleted with its channels leaves nothing to push', async () => {
    await addOne();
    await sql`delete from tenants where id = ${tenant}`.execute(made.database.system);
    expect(await claimed()).toEqual([]);
  });
});

test('PROF-007 who has subscribed hears of the first failure in a row, and that it is over', async () => {
  const user = await addUser(made.database, tenant);
  const topic = 'asset.channels.synchronisation';
  await addSubscription(made.database, { tenantId: tenant, userId: user }, { topic });
  const heard = async () => {
    const rows = await made.database.system
      .selectFrom('notifications')
      .select(['content', 'topic'])
      .where('tenant_id', '=', tenant)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => (row.topic === topic ? row.content : 'other'));
  };
  await addOne();
  for (let failures = 0; failures < 3; failures += 1) {
    const [push] = await claimed();
    expect(push?.failures).toBe(failures);
    const outcome = {
      kind: 'failed',
      errorCode: 'CLUSTER_UNREACHABLE',
      notice: { content: 'away' },
      againAtMs: clock.now() + 1_000,
    } as const;
    await pushes().finish(push ?? failed(), outcome, { content: 'back' });
    clock.advance(1_000);
  }
  expect(await heard()).toEqual(['away']);
  for (const push of await claimed()) await accept(push);
  expect(await heard()).toEqual(['away', 'back']);
});

function failed(): never {
  throw new Error('there is nothing to push');
}

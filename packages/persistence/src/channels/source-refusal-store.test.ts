import {
  addChannel,
  addTenant,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChannelStore } from './channel-store.ts';
import { createSourceRefusalStore, type RefusedSource } from './source-refusal-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase({ clock });
});
afterAll(() => made.drop());

test('SEC-S55 the last refusal of a channel is listed for its company until it ends or the source is read', async () => {
  const store = createSourceRefusalStore(made.database);
  const [tenantId, other] = [await addTenant(made.database), await addTenant(made.database)];
  const live = await addChannel(made.database, tenantId);
  const asset = await addChannel(made.database, tenantId);
  const nowMs = clock.now();
  const refused = (channelId: string, more: Partial<RefusedSource>): RefusedSource => ({
    ...{ tenantId, channelId, address: 'https://o.test/a.m3u8', message: 'too large' },
    ...{ sinceMs: nowMs, expiresMs: undefined, ...more },
  });
  await store.refuse(refused(live.id, { message: 'first' }));
  await store.refuse(refused(live.id, { message: 'second', sinceMs: nowMs + 1 }));
  await store.refuse(refused(asset.id, { expiresMs: nowMs + 1_000 }));
  // Neither a channel that is gone, nor one of another company.
  await store.refuse(refused('gone', {}));
  await store.refuse({ ...refused(live.id, {}), tenantId: other });
  const ids = async (of: string) => (await store.list(of)).map(({ channelId }) => channelId);
  expect((await store.list(tenantId))[0]).toEqual({
    channelId: live.id,
    address: 'https://o.test/a.m3u8',
    message: 'second',
    since: new Date(nowMs + 1).toISOString(),
  });
  expect([await ids(tenantId), await ids(other)]).toEqual([[live.id, asset.id], []]);
  clock.advance(1_000);
  expect(await ids(tenantId)).toEqual([live.id]);
  await store.clear(tenantId, live.id);
  expect(await ids(tenantId)).toEqual([]);
  await store.refuse(refused(asset.id, {}));
  await createChannelStore(made.database).remove(tenantId, asset.id);
  expect(await ids(tenantId)).toEqual([]);
});

import { type ListQuery, listQuery } from '@interlude/contract';
import {
  addTenant,
  buildChannel,
  fixedClock,
  type TemplateDatabase,
  templateDatabase,
} from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Change, watchChanges } from '../changes/change-feed.ts';
import { type ChannelStore, createChannelStore } from './channel-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let channels: ChannelStore;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  channels = createChannelStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const query = (part: Partial<ListQuery> = {}): ListQuery => ({ ...listQuery.parse({}), ...part });
const names = async (part: Partial<ListQuery>) => {
  const { rows, total } = await channels.list(tenant, query(part));
  return { names: rows.map(({ name }) => name), total };
};

test('DATA-008 a new channel is disabled, and read as it was written', async () => {
  const settings = buildChannel({
    name: 'News',
    adSource: { system: 'gam', url: 'https://ads.example/vast', params: { iu: '/1/2' } },
    hlsSuppressTags: ['DATERANGE'],
    liveDelay: 12,
  });
  const created = await channels.create(tenant, settings);
  const time = new Date(clock.now()).toISOString();
  expect(created).toMatchObject({ state: 'disabled', createdAt: time, updatedAt: time });
  expect(await channels.find(tenant, created.id)).toEqual(created);
  expect(created).toMatchObject(settings);
});

describe('lists', () => {
  beforeEach(async () => {
    for (const name of ['alpha', 'Beta', 'gamma 100%', 'delta_x', 'deltaxx']) {
      clock.advance(1_000);
      await channels.create(tenant, buildChannel({ name }));
    }
  });

  test('LIST-004 newest first; API-012 limit, offset and -1 for all', async () => {
    expect(await names({ limit: 2 })).toEqual({ names: ['deltaxx', 'delta_x'], total: 5 });
    expect(await names({ limit: 2, offset: 4 })).toEqual({ names: ['alpha'], total: 5 });
    expect(await names({ limit: 2, offset: 9 })).toEqual({ names: [], total: 5 });
    expect((await names({ limit: -1 })).names).toHaveLength(5);
  });

  test('LIST-001 sorts by name without regard to case, both ways', async () => {
    const sorted = ['alpha', 'Beta', 'delta_x', 'deltaxx', 'gamma 100%'];
    expect((await names({ sort: 'name' })).names).toEqual(sorted);
    expect((await names({ sort: '-name' })).names).toEqual(sorted.toReversed());
  });

  test('LIST-001 an unknown sort column is refused with the known ones', async () => {
    await expect(channels.list(tenant, query({ sort: '-settings' }))).rejects.toMatchObject({
      code: 'SORT_UNKNOWN',
      details: { column: 'settings' },
    });
    await expect(channels.list(tenant, query({ sort: 'constructor' }))).rejects.toMatchObject({
      code: 'SORT_UNKNOWN',
    });
  });

  test('LIST-001 search takes %, _ and \\ as they are, in names and ids', async () => {
    expect((await names({ search: '100%' })).names).toEqual(['gamma 100%']);
    expect((await names({ search: 'A_X' })).names).toEqual(['delta_x']);
    expect((await names({ search: '\\' })).names).toEqual([]);
    const first = (await channels.list(tenant, query({ search: 'alpha' }))).rows[0];
    expect((await names({ search: first?.id ?? 'none' })).names).toEqual(['alpha']);
    expect(await names({ search: 'delta', limit: 1 })).toMatchObject({ total: 2 });
  });

  test('shows each change at once, also one that another process made', async () => {
    const { rows } = await channels.list(tenant, query({ search: 'Beta' }));
    const id = rows[0]?.id ?? '';
    const elsewhere = createChannelStore(made.database);
    const listed = async () => (await channels.list(tenant, query({ search: id }))).rows[0];
    expect((await listed())?.name).toBe('Beta');
    await elsewhere.setState(tenant, id, 'enabled');
    expect(await listed()).toEqual(await channels.find(tenant, id));
    await elsewhere.reset(tenant, id);
    expect((await listed())?.resetCount).toBe(1);
    await elsewhere.update(tenant, id, { settings: buildChannel({ name: 'New', apiKey: 'key' }) });
    expect(await listed()).toEqual(await channels.find(tenant, id));
    expect(await listed()).toMatchObject({ name: 'New', apiKey: 'key' });
    await elsewhere.remove(tenant, id);
    expect(await listed()).toBeUndefined();
  });

  test('API-012 filters by type and state', async () => {
    await channels.create(tenant, buildChannel({ name: 'vod', type: 'dash-vod' }), 'enabled');
    expect((await names({ type: 'dash-vod' })).names).toEqual(['vod']);
    expect((await names({ status: 'enabled' })).names).toEqual(['vod']);
    expect(await names({ status: 'disabled', limit: 1 })).toMatchObject({ total: 5 });
  });

  test('pages neither repeat nor lose a channel when the sort column is equal', async () => {
    const seen = [];
    for (let offset = 0; offset < 5; offset += 2) {
      seen.push(...(await names({ sort: 'type', limit: 2, offset })).names);
    }
    expect(new Set(seen).size).toBe(5);
  });
});

describe('updates', () => {
  test('a save on an old reading is refused and changes nothing', async () => {
    const read = await channels.create(tenant, buildChannel({ name: 'first' }));
    const save = (name: string, updatedAt?: string) =>
      channels.update(tenant, read.id, { settings: buildChannel({ name }), updatedAt });
    const saved = await save('second', read.updatedAt);
    expect(saved?.updatedAt).not.toBe(read.updatedAt);
    await expect(save('third', read.updatedAt)).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
    expect((await channels.find(tenant, read.id))?.name).toBe('second');
    expect((await save('fourth'))?.name).toBe('fourth');
  });

  test('of two saves on the same reading at the same time, one wins', async () => {
    const read = await channels.create(tenant, buildChannel());
    const saves = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) =>
        channels.update(tenant, read.id, {
          settings: buildChannel({ name }),
          updatedAt: read.updatedAt,
        }),
      ),
    );
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('CHL-005 the state is set; CHL-008 a reset raises the count and is no edit', async () => {
    const { id } = await channels.create(tenant, buildChannel());
    const enabled = await channels.setState(tenant, id, 'enabled');
    expect(enabled?.state).toBe('enabled');
    const reset = await channels.reset(tenant, id);
    expect(reset).toMatchObject({ resetCount: 1, updatedAt: enabled?.updatedAt });
  });

  test("DATA-039 another tenant's channel is simply absent", async () => {
    const other = await addTenant(made.database);
    const { id } = await channels.create(tenant, buildChannel());
    expect(await channels.find(other, id)).toBeUndefined();
    expect(await channels.update(other, id, { settings: buildChannel() })).toBeUndefined();
    expect(await channels.setState(other, id, 'enabled')).toBeUndefined();
    expect(await channels.reset(other, id)).toBeUndefined();
    expect(await channels.remove(other, id)).toBe(false);
    expect(await channels.remove(tenant, id)).toBe(true);
    expect(await channels.remove(tenant, id)).toBe(false);
  });
});

describe('secrets', () => {
  const settings = () =>
    buildChannel({
      apiKey: 'key-of-viewers',
      sourceHeaders: { 'x-api-key': 'key-of-origin' },
      authentication: { hmac: { secret: 'hmac-secret!' } },
    });

  test('SEC-S13 are opened for who asks the store, and are not in a dump', async () => {
    const { id } = await channels.create(tenant, settings(), 'enabled');
    expect(await channels.find(tenant, id)).toMatchObject({
      apiKey: 'key-of-viewers',
      sourceHeaders: { 'x-api-key': 'key-of-origin' },
      authentication: { hmac: { secret: 'hmac-secret!', method: 'SHA256' } },
    });
    const { rows } = await sql<{ dump: string }>`
      select channels::text as dump from channels where id = ${id}`.execute(made.database.system);
    expect(rows[0]?.dump).toContain('x-api-key');
    expect(rows[0]?.dump).not.toMatch(/key-of|hmac-secret/);
  });

  test('SEC-S24 credentials of addresses are opened for who asks the store, and are not in a dump', async () => {
    const sourceManifestUrl = 'https://me:gate@origin.example/{live}.m3u8';
    const stitcher = { httpProxyUrl: 'http://p:gate@proxy.example:3128' };
    const { id } = await channels.create(tenant, buildChannel({ sourceManifestUrl, stitcher }));
    expect(await channels.find(tenant, id)).toMatchObject({ sourceManifestUrl, stitcher });
    const { rows } = await sql<{ dump: string }>`
      select channels::text as dump from channels where id = ${id}`.execute(made.database.system);
    expect(rows[0]?.dump).toContain('origin.example/{live}.m3u8');
    expect(rows[0]?.dump).not.toContain('gate');
    expect(await channels.countWithSecrets(tenant, '')).toBeGreaterThan(0);
    expect(await channels.countWithSecrets(tenant, 'another')).toBe(0);
  });

  test('SEC-S13 a sealed secret that is moved to another channel opens as none', async () => {
    const from = await channels.create(tenant, settings());
    const to = await channels.create(tenant, buildChannel());
    await sql`update channels set sealed = (select sealed from channels where id = ${from.id})
      where id = ${to.id}`.execute(made.database.system);
    expect((await channels.find(tenant, to.id))?.apiKey).toBe('');
  });
});

test('SEC-S24 credentials that an older version stored where viewers read them are left out', async () => {
  const { id } = await channels.create(tenant, buildChannel());
  await sql`update channels set shape = 'older',
    settings = jsonb_set(settings, '{externalBaseUrl}', '"https://me:gate@play.example"')
    where id = ${id}`.execute(made.database.system);
  expect(await channels.find(tenant, id)).toMatchObject({
    externalBaseUrl: 'https://play.example',
  });
});

test('settings of an older version get the defaults of what is new', async () => {
  const { id } = await channels.create(tenant, buildChannel({ name: 'old' }));
  await sql`update channels set shape = 'older', settings = settings - 'liveDelay' - 'stitcher'
    where id = ${id}`.execute(made.database.system);
  expect(await channels.find(tenant, id)).toMatchObject({
    name: 'old',
    liveDelay: 0,
    stitcher: { bandwidthThreshold: 650_000 },
  });
});

test('the stitcher gets the enabled channels of all tenants', async () => {
  const other = await addTenant(made.database);
  const on = await channels.create(tenant, buildChannel(), 'enabled');
  const foreign = await channels.create(other, buildChannel(), 'enabled');
  const off = await channels.create(tenant, buildChannel());
  const ids = (await channels.listAllEnabled()).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([on.id, foreign.id]));
  expect(ids).not.toContain(off.id);
  expect(await channels.findEnabled(tenant, off.id)).toBeUndefined();
  expect(await channels.findEnabled(tenant, on.id)).toEqual(on);
});

test('each change is announced to all processes when it can be read', async () => {
  const seen: Change[] = [];
  const end = await watchChanges(
    made.database,
    (change) => seen.push(change),
    () => undefined,
  );
  const { id } = await channels.create(tenant, buildChannel());
  await channels.setState(tenant, id, 'enabled');
  await channels.remove(tenant, id);
  const failing = made.database.forTenant(tenant, async (scope) => {
    await scope.db.deleteFrom('channels').execute();
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  const change = { tenant, kind: 'channels', id };
  await vi.waitFor(() =>
    expect(seen).toEqual([
      { ...change, action: 'created' },
      { ...change, action: 'updated' },
      { ...change, action: 'removed' },
    ]),
  );
  end();
});

import { type ListQuery, listQuery, playlistInput } from '@interlude/contract';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchChanges } from '../changes/change-feed.ts';
import { createPlaylistStore, type PlaylistStore } from './playlist-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let playlists: PlaylistStore;
let tenant: string;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  playlists = createPlaylistStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenant = await addTenant(made.database);
});

const query = (part: Partial<ListQuery> = {}): ListQuery => ({ ...listQuery.parse({}), ...part });
const settings = (part: object = {}) => playlistInput.parse({ name: 'Evening', ...part });
const linear = {
  type: 'vod2live',
  status: 'enabled',
  startDate: '2026-01-01T20:15:00.000Z',
  loops: false,
  fillerUrl: 'https://cdn.example/filler.m3u8',
  contents: [
    { url: 'https://cdn.example/asset.m3u8', duration: 90.5, cuePoints: [{ spliceTime: 30 }] },
  ],
};

test('DATA-029 DATA-030 DATA-031 a playlist is read as it was written', async () => {
  const created = await playlists.create(tenant, settings(linear));
  expect(created).toMatchObject({
    ...linear,
    tenantId: tenant,
    contents: [
      {
        sourceType: 'url',
        spliceType: 'seconds',
        duration: 90.5,
        cuePoints: [{ spliceTime: 30, maxAds: 1, maxDuration: 30 }],
      },
    ],
  });
  expect(await playlists.find(tenant, created.id)).toEqual(created);
});

test('SEC-S24 credentials that an older version stored in addresses are in no answer and no feed', async () => {
  const { id } = await playlists.create(tenant, settings(linear));
  await sql`update playlists set filler_url = 'https://me:gate@cdn.example/filler.m3u8',
    contents = replace(contents::text, 'https://', 'https://me:gate@')::jsonb
    where id = ${id}`.execute(made.database.system);
  expect(await playlists.find(tenant, id)).toMatchObject(linear);
  expect(await playlists.readPlaylistForServing(id)).toMatchObject(linear);
});

test('DATA-029 the start belongs to vod2live only', async () => {
  const { startDate } = linear;
  const { id } = await playlists.create(tenant, settings({ startDate }));
  expect(await playlists.find(tenant, id)).toMatchObject({ type: 'vod', startDate: null });
});

test('API-022 lists by page with filters', async () => {
  for (const name of ['a', 'b', 'c']) {
    clock.advance(1_000);
    await playlists.create(tenant, settings({ ...linear, name }));
  }
  await playlists.create(tenant, settings());
  expect(await playlists.list(tenant, query({ limit: 2 }))).toMatchObject({ total: 4 });
  const found = await playlists.list(tenant, query({ type: 'vod2live', status: 'enabled' }));
  expect(found.rows.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
});

test('of two saves on one reading, one wins', async () => {
  const read = await playlists.create(tenant, settings());
  const save = (name: string) =>
    playlists.update(tenant, read.id, { ...settings({ name }), updatedAt: read.updatedAt });
  const saves = await Promise.allSettled([save('x'), save('y')]);
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(save('z')).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
});

test('other companies see nothing; what serves playlists sees the enabled ones of all', async () => {
  const other = await addTenant(made.database);
  const shown = await playlists.create(tenant, settings({ status: 'enabled' }));
  const hidden = await playlists.create(tenant, settings());
  expect(await playlists.find(other, shown.id)).toBeUndefined();
  expect(await playlists.update(other, shown.id, settings())).toBeUndefined();
  expect(await playlists.remove(other, shown.id)).toBe(false);
  expect(await playlists.readPlaylistForServing(shown.id)).toEqual(shown);
  expect(await playlists.readPlaylistForServing(hidden.id)).toBeUndefined();
});

test('every change is announced', async () => {
  const heard: string[] = [];
  let end: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = await watchChanges(
    made.database,
    ({ kind, action, tenant: of }) => {
      if (of !== tenant) return;
      heard.push(`${kind} ${action}`);
      if (action === 'removed') end();
    },
    () => undefined,
  );
  const { id } = await playlists.create(tenant, settings());
  await playlists.update(tenant, id, settings({ name: 'Night' }));
  await playlists.remove(tenant, id);
  await all;
  stop();
  expect(heard).toEqual(['playlists created', 'playlists updated', 'playlists removed']);
});

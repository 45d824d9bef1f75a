import { playlistInput } from '@interlude/contract';
import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlaylistStore } from '../playlists/playlist-store.ts';
import {
  createPlaylistSnapshotStore,
  type PlaylistSave,
  type PlaylistSnapshotStore,
} from './playlist-snapshot-store.ts';

const clock = fixedClock();
let made: TemplateDatabase;
let snapshots: PlaylistSnapshotStore;
let first: PlaylistSave;
let second: PlaylistSave;
let remove: () => Promise<boolean>;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  snapshots = createPlaylistSnapshotStore(made.database);
  const playlists = createPlaylistStore(made.database);
  const tenant = await addTenant(made.database);
  const settings = playlistInput.parse({ name: 'Evening' });
  const created = await playlists.create(tenant, settings);
  first = created;
  clock.advance(1_000);
  second = (await playlists.update(tenant, created.id, settings)) ?? created;
  remove = () => playlists.remove(tenant, created.id);
});
afterAll(() => made.drop());

test('PLY-009 the first to write an item is read by everybody', async () => {
  const bodies = await Promise.all(
    ['a', 'b', 'c'].map((text) => snapshots.keep(first, 'item', { text })),
  );
  const [winner] = bodies;
  expect(bodies).toEqual([winner, winner, winner]);
  expect(await snapshots.read(first, ['item', 'other'])).toEqual(new Map([['item', winner]]));
  expect(await snapshots.read(second, ['item'])).toEqual(new Map());
});

test('PLY-009 the saves of a playlist come in their order, and the old ones can be forgotten', async () => {
  await snapshots.keep(second, 'start', { at: 2 });
  await snapshots.keep(first, 'start', { at: 1 });
  const all = [
    { updatedAt: first.updatedAt, body: { at: 1 } },
    { updatedAt: second.updatedAt, body: { at: 2 } },
  ];
  expect(await snapshots.listSaves(first, 'start')).toEqual(all);
  await snapshots.forgetBefore(second);
  expect(await snapshots.listSaves(first, 'start')).toEqual([all[1]]);
});

test('PLY-009 nothing is kept of a playlist that is gone', async () => {
  await remove();
  expect(await snapshots.listSaves(first, 'start')).toEqual([]);
  expect(await snapshots.keep(first, 'start', { at: 3 })).toBeUndefined();
});

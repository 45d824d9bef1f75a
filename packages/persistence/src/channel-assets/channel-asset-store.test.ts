import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChannelAssetStore } from './channel-asset-store.ts';

let made: TemplateDatabase;
beforeAll(async () => {
  made = await templateDatabase();
});
afterAll(() => made.drop());

async function addAsset(
  tenantId: string,
  clipId: string,
  profileHash: string,
  hlsUrl: string,
  createdAt = new Date(),
  dashUrl = hlsUrl.replace('master.m3u8', 'manifest.mpd'),
) {
  const id = `${clipId}-${profileHash}`;
  await made.database.forTenant(tenantId, ({ db }) =>
    db
      .insertInto('channel_assets')
      .values({
        id,
        clip_id: clipId,
        profile_hash: profileHash,
        title_id: 't',
        job_id: 'j',
        hls_url: hlsUrl,
        dash_url: dashUrl,
        storage_system_id: '',
        storage_key: `${tenantId}/ads/a/b/j/`,
        size_bytes: 1,
        duration_ms: 1,
        created_at: createdAt,
      })
      .execute(),
  );
  return id;
}

test('ADR 0032 the asset in the profile, and the newest of the creative in other profiles', async () => {
  const store = createChannelAssetStore(made.database);
  const tenantId = await addTenant(made.database);
  for (const second of [0, 1, 2, 3, 4, 5]) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    await addAsset(tenantId, 'a', `h${second}`, `http://s/a/${second}/master.m3u8`, createdAt);
  }
  const ready = await store.listReady(tenantId, [{ clipId: 'a', profileHash: 'h0' }]);
  expect(ready.map(({ id }) => id)).toEqual(['a-h5', 'a-h4', 'a-h3', 'a-h2', 'a-h0']);
  const older = new Date(Date.UTC(2025, 0, 1));
  await addAsset(tenantId, 'a', 'dash', '', older, 'http://s/a/dash/manifest.mpd');
  const both = await store.listReady(tenantId, [{ clipId: 'a', profileHash: 'h0' }]);
  expect(both.map(({ id }) => id)).toEqual([...ready.map(({ id }) => id), 'a-dash']);
});

test('ready ones of many clips in one query, of one tenant only', async () => {
  const store = createChannelAssetStore(made.database);
  const [one, two] = [await addTenant(made.database), await addTenant(made.database)];
  await addAsset(one, 'a', 'h1', 'http://s/media/1/master.m3u8');
  await addAsset(one, 'b', 'h2', 'http://s/media/2/master.m3u8');
  await addAsset(two, 'c', 'h1', 'http://s/media/3/master.m3u8');
  const forms = ['a', 'b', 'c'].map((clipId) => ({ clipId, profileHash: 'h1' }));
  const ready = await store.listReady(one, forms);
  expect(ready.map(({ id }) => id).toSorted()).toEqual(['a-h1', 'b-h2']);
  expect(await store.listReady(one, [])).toEqual([]);
});

test('SLATE-010 an asset by the address of either manifest, http or https', async () => {
  const store = createChannelAssetStore(made.database);
  const tenantId = await addTenant(made.database);
  const id = await addAsset(tenantId, 's', 'h', 'https://s/media/1/master.m3u8');
  for (const url of [
    'https://s/media/1/master.m3u8',
    'http://s/media/1/master.m3u8',
    'https://s/media/1/manifest.mpd',
  ]) {
    expect((await store.findByUrl(tenantId, url))?.id).toBe(id);
  }
  expect(await store.findByUrl(tenantId, 'https://s/media/2/master.m3u8')).toBeUndefined();
  expect(
    await store.findByUrl(await addTenant(made.database), 'https://s/media/1/master.m3u8'),
  ).toBeUndefined();
});

import { leftOutKey } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createPlaylistSnapshotStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const { playlists } = contract;
let plane: TestPlane;
let acme: string;
let client: Client;
beforeAll(async () => {
  plane = await startTestPlane({ env: { STITCHER_PUBLIC_URL: 'https://stitch.example/' } });
  acme = await plane.tenant('Acme');
  client = plane.client(await plane.user(acme, 'SuperAdmin'));
});
afterAll(() => plane.stop());

const assetUrl = 'https://cdn.example/assetUrl.m3u8';
const create = (body: object = {}) =>
  client(playlists.create, { body: { name: 'Evening Playlist', ...body } });

describe('/api/v2/playlists', () => {
  it('API-016 API-022 DATA-029 makes, reads, lists, saves and deletes', async () => {
    const made = await create({ contents: [{ url: assetUrl }] });
    expect(made).toMatchObject({ type: 'vod', status: 'disabled', startDate: null });
    const params = { id: made.id };
    expect(await client(playlists.read, { params })).toEqual(made);
    expect([...(await client(playlists.list, {}))]).toEqual([made]);
    const { updatedAt } = made;
    const body = { ...made, name: 'Night Playlist', contents: [], updatedAt };
    expect(await client(playlists.update, { params, body })).toMatchObject({
      name: 'Night Playlist',
      contents: [],
    });
    expect((await failure(client(playlists.update, { params, body }))).code).toBe('EDIT_CONFLICT');
    await client(playlists.remove, { params });
    expect((await failure(client(playlists.remove, { params }))).status).toBe(404);
  });

  it('PLY-009 PLY-010 API-023 the schema has the choices with their defaults', async () => {
    expect(await client(playlists.schema, {})).toMatchObject({
      properties: {
        type: { enum: ['vod', 'vod2live'], default: 'vod' },
        status: { enum: ['enabled', 'disabled'], default: 'disabled' },
      },
    });
  });

  it('PLY-012 PLY-014 DATA-030 DATA-031 items and cue points have their defaults', async () => {
    const { contents } = await create({ contents: [{ url: assetUrl, cuePoints: [{}] }] });
    expect(contents).toEqual([
      {
        ...{ sourceType: 'url', url: assetUrl, spliceType: 'seconds', duration: 600 },
        cuePoints: [{ spliceTime: 0, maxAds: 1, maxDuration: 30 }],
      },
    ]);
  });

  it('SEC-S24 refuses credentials in an address: a feed is for anybody', async () => {
    const url = assetUrl.replace('://', '://me:gate@');
    const refused = async (body: object) => (await failure(create(body))).message;
    expect(await refused({ contents: [{ url: assetUrl }, { url }] })).toBe(
      'Invalid fields: contents.1.url: I should carry no credentials!',
    );
    expect(await refused({ fillerUrl: url })).toBe(
      'Invalid fields: fillerUrl: I should carry no credentials!',
    );
  });

  it('DATA-029 says where it is served; linear addresses are of vod2live only', async () => {
    const vod = await create();
    const feed = `https://stitch.example/api/v2/playlists/${vod.id}`;
    expect(vod.outputUris).toEqual({
      ...{ mrss: `${feed}?format=mrss`, json: `${feed}?format=json`, hls: '', dash: '' },
    });
    const live = await create({ type: 'vod2live', startDate: '2026-03-01T20:00:00Z' });
    expect(live.startDate).toBe('2026-03-01T20:00:00.000Z');
    expect(live.outputUris).toMatchObject({
      hls: `https://stitch.example/linear/${live.id}/master.m3u8`,
      dash: `https://stitch.example/linear/${live.id}/manifest.mpd`,
    });
  });

  it('PLY-009 lists what the stitchers have omitted from its newest save', async () => {
    const made = await create({
      ...{ type: 'vod2live', startDate: '2026-03-01T20:00:00Z' },
      contents: [{ url: assetUrl }],
    });
    const params = { id: made.id };
    const unread = { isRead: false, leftOut: [] };
    expect(await client(playlists.programme, { params })).toEqual({ hls: unread, dash: unread });
    const leftOut = [{ item: 0, reason: 'it cannot be read' }];
    await createPlaylistSnapshotStore(plane.database).keep(
      { ...made, tenantId: acme },
      leftOutKey('hls'),
      { leftOut },
    );
    expect(await client(playlists.programme, { params })).toEqual({
      hls: { isRead: true, leftOut },
      dash: unread,
    });
    await client(playlists.update, { params, body: { ...made, name: 'Saved again' } });
    expect(await client(playlists.programme, { params })).toEqual({ hls: unread, dash: unread });
    const other = plane.client(await plane.user(await plane.tenant('Another'), 'SuperAdmin'));
    expect((await failure(other(playlists.programme, { params }))).code).toBe('PLAYLIST_NOT_FOUND');
  });

  it('PLY-004 an unknown one is 404, and so is one of another company', async () => {
    const error = await failure(client(playlists.read, { params: { id: 'unknown' } }));
    expect([error.status, error.message]).toEqual([404, 'Playlist not found']);
    const { id } = await create();
    const other = plane.client(await plane.user(await plane.tenant('Other'), 'SuperAdmin'));
    expect((await failure(other(playlists.read, { params: { id } }))).status).toBe(404);
    expect((await failure(other(playlists.remove, { params: { id } }))).status).toBe(404);
  });

  it.each(['Admin', 'Editor', 'Viewer'] as const)(
    'ROLE-008 %s has no way to playlists',
    async (role) => {
      const user = plane.client(await plane.user(acme, role));
      const params = { id: 'any' };
      const body = { name: 'Mine' };
      for (const call of [
        () => user(playlists.list, {}),
        () => user(playlists.schema, {}),
        () => user(playlists.read, { params }),
        () => user(playlists.programme, { params }),
        () => user(playlists.create, { body }),
        () => user(playlists.update, { params, body }),
        () => user(playlists.remove, { params }),
      ])
        expect((await failure(call())).status).toBe(403);
    },
  );

  it.each([
    [{ name: ' ' }, 'name: I should not be empty!'],
    [{ type: 'radio' }, 'type'],
    [{ contents: [{ url: '' }] }, 'contents.0.url: I should be a valid URL!'],
    [{ contents: [{ url: 'javascript:alert(1)' }] }, 'contents.0.url'],
    [{ contents: [{ url: assetUrl, duration: 0 }] }, 'contents.0.duration'],
    [
      { contents: [{ url: assetUrl, spliceType: 'percent', cuePoints: [{ spliceTime: 101 }] }] },
      'contents.0.cuePoints.0.spliceTime: value must be between 0 and 100',
    ],
    [{ contents: [{ url: assetUrl, cuePoints: [{ maxDuration: -1 }] }] }, 'maxDuration'],
    [{ type: 'vod2live' }, 'startDate: I should not be empty!'],
    [{ startDate: '2026-03-01T20:00:00+01:00' }, 'startDate'],
    [
      {
        ...{ type: 'vod2live', startDate: '2026-03-01T20:00:00Z' },
        contents: [{ sourceType: 'placeholder' }],
      },
      'contents.0.sourceType',
    ],
    [{ contents: Array.from({ length: 501 }, () => ({ url: assetUrl })) }, 'contents'],
  ])('API-022 refuses %j', async (body, message) => {
    const error = await failure(create(body));
    expect([error.status, error.code]).toEqual([422, 'INVALID_FIELDS']);
    expect(error.message).toContain(message);
  });

  it.each([
    { contents: [{ url: 'http://169.254.169.254/latest.m3u8' }] },
    { fillerUrl: 'http://[::1]/filler.m3u8' },
  ])('OP-57 an address inside is refused: %j', async (body) => {
    expect((await failure(create(body))).code).toBe('URL_FORBIDDEN');
  });
});

import { type PlaylistInput, playlistInput } from '@interlude/contract';
import type { StoredPlaylist } from '@interlude/persistence';
import { parseMrss } from '@interlude/vast';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

function addPlaylist(id: string, input: PlaylistInput): void {
  const at = '2026-01-01T00:00:00.000Z';
  const stored: StoredPlaylist = {
    ...playlistInput.parse(input),
    ...{ id, tenantId: 't1', createdAt: at, updatedAt: at },
  };
  stitcher.playlists.set(id, stored);
}

beforeAll(async () => {
  environment = new TestEnvironment();
  await environment.start();
  stitcher = await startStitcher(environment, []);
  addPlaylist('p1', {
    name: 'Evening',
    contents: [
      { url: 'https://cdn.example/asset.m3u8', cuePoints: [{ spliceTime: 10 }] },
      { sourceType: 'placeholder' },
    ],
  });
});
afterAll(async () => {
  await stitcher.stop();
  await environment.stop();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${stitcher.port}/api/v2/playlists/${path}`, { headers });
const vodAsset = encodeURIComponent('https://cdn.example/other.mpd?token=a&b=c');

describe('GET /api/v2/playlists/{id}', () => {
  test('PLY-015 OP-42 as JSON, with the content of a placeholder', async () => {
    const answer = await get(`p1?content=${vodAsset}`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      name: 'Evening',
      items: [
        { url: 'https://cdn.example/asset.m3u8', cuePoints: [{ spliceTime: 10 }] },
        { url: 'https://cdn.example/other.mpd?token=a&b=c', cuePoints: [] },
      ],
    });
    expect(await (await get('p1')).json()).toMatchObject({ items: [{ id: 'p1-1' }] });
  });

  test('PLY-015 as MRSS, by the query or by Accept', async () => {
    const requested = await get('p1?format=mrss');
    const accepted = await get('p1', { accept: 'application/rss+xml' });
    expect(requested.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const text = await requested.text();
    expect(await accepted.text()).toBe(text);
    expect(parseMrss(text)).toMatchObject({ kind: 'feed', title: 'Evening', items: [{}] });
    const json = await get('p1?format=json', { accept: 'application/rss+xml' });
    expect(json.headers.get('content-type')).toContain('json');
  });

  test.each([
    ['p1?format=yaml', 400, 'REQUEST_INVALID'],
    ['p1?content=asset.m3u8', 400, 'REQUEST_INVALID'],
    ['p1?content=file:///etc/passwd', 400, 'REQUEST_INVALID'],
    [`p1?content=${encodeURIComponent('http://169.254.169.254/a.m3u8')}`, 422, 'URL_FORBIDDEN'],
    ['nothing', 404, 'PLAYLIST_NOT_FOUND'],
    ['..%2F..%2Fetc', 404, 'PLAYLIST_NOT_FOUND'],
  ])('PLY-015 %s is %i %s', async (path, status, errorCode) => {
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ errorCode }),
    ]);
  });

  test('while the database is unavailable, known playlists are served; others answer 503', async () => {
    const other = await startStitcher(environment, []);
    try {
      const known = stitcher.playlists.get('p1');
      if (known) other.playlists.set('p1', known);
      const url = `http://127.0.0.1:${other.port}/api/v2/playlists/`;
      expect((await fetch(`${url}p1`)).status).toBe(200);
      other.loseDatabase();
      expect((await fetch(`${url}p1`)).status).toBe(200);
      expect((await fetch(`${url}p2`)).status).toBe(503);
    } finally {
      await other.stop();
    }
  });
});

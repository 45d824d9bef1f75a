import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createObjectStorage } from '@interlude/object-storage';
import { createEgress, createLogger, listen } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStitcherServer } from '../http/stitcher-server.ts';
import type { ServedBytesRow } from './served-bytes.ts';
import { createStoredFiles, type StoredFiles } from './stored-files.ts';
import { createTenantStorages } from './tenant-storages.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const egress = createEgress();
const clock = fixedClock();
const segment = Buffer.from('0123456789'.repeat(1_000));

let folder: string;
let files: StoredFiles;
let server: Server;
let port: number;
let written: ServedBytesRow[] = [];
let refuse = false;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-media-'));
  const storage = createObjectStorage(
    { type: 'local', settings: {} },
    { egress, dataFolder: folder },
  );
  const put = (key: string, body: string | Buffer, contentType = 'video/mp4') =>
    storage.put(key, Buffer.from(body), { contentType });
  await put('t1/ads/clip/profile/job/v0/1.m4s', segment);
  await put('t1/ads/clip/profile/job/master.m3u8', '#EXTM3U\n');
  await put('t1/ads/clip/profile/job/empty.ts', '');
  await put('t1/sources/m1.mp4', 'a source');
  await put('t1/uploads/u1/0', 'half a file');
  await put('secret.key', 'never');
  await writeFile(join(folder, 'secret.key'), 'never');
  await mkdir(join(folder, 'media', 't1', 'ads', 'links'));
  await symlink(join(folder, 'secret.key'), join(folder, 'media', 't1', 'ads', 'links', 'a.ts'));

  const find = async (tenantId: string) =>
    tenantId === 't1' ? { type: 'local', settings: {}, updatedAt: '1' } : undefined;
  files = createStoredFiles(
    {
      storages: createTenantStorages({ find, clock, egress, dataFolder: folder }),
      writeServed: async (rows) => {
        if (refuse) throw new Error('the database is away');
        written.push(...rows);
      },
    },
    { clock, logger },
  );
  server = createStitcherServer({
    routes: files.routes,
    handleHealth: async () => false,
    allowCredentials: () => undefined,
    logger,
    onAnswer: () => undefined,
  });
  port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await files.stop();
  written = [];
});

/** Plain http: the path goes out as it is. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = httpRequest({ port, path, method, headers }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const file = '/media/local/t1/ads/clip/profile/job/v0/1.m4s';

describe('a stored file', () => {
  test('comes whole, for every page, to be kept for ever when it is a package', async () => {
    const answer = await get(file);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(segment)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/iso.segment',
      'content-length': '10000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"/),
      'last-modified': expect.stringMatching(/GMT$/),
    });
    const exposed = answer.headers['access-control-expose-headers'];
    expect(exposed).toContain('content-range');
  });

  test('a source may be deleted: it is not kept for ever', async () => {
    const answer = await get('/media/any-id/t1/sources/m1.mp4');
    expect([answer.status, answer.body.toString()]).toEqual([200, 'a source']);
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
  });

  test('HEAD has the headers and no body', async () => {
    const answer = await get(file, {}, 'HEAD');
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([
      200,
      '10000',
      0,
    ]);
  });

  test('an empty one', async () => {
    const empty = '/media/local/t1/ads/clip/profile/job/empty.ts';
    expect(await get(empty)).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
    expect((await get(empty, { range: 'bytes=0-' })).status).toBe(416);
  });

  test('a preflight lets a page ask for ranges', async () => {
    const answer = await get(file, { 'access-control-request-headers': 'range' }, 'OPTIONS');
    expect([answer.status, answer.headers['access-control-allow-headers']]).toEqual([204, 'range']);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('cannot be changed by %s', async (method) => {
    expect((await get(file, {}, method)).status).toBe(404);
    expect((await get(file)).body.equals(segment)).toBe(true);
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 9_999],
    ['bytes=100-199', 100, 199],
    ['BYTES= 9999-', 9_999, 9_999],
    ['bytes=-5', 9_995, 9_999],
    ['bytes=-50000', 0, 9_999],
    ['bytes=9990-99999999999999999999', 9_990, 9_999],
  ])('%s', async (range, start, end) => {
    const answer = await get(file, { range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/10000`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(answer.body.equals(segment.subarray(start, end + 1))).toBe(true);
  });

  test.each([
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=0-1,3-4',
    `bytes=${Array.from({ length: 1_000 }, (_, at) => `${at}-${at}`).join(',')}`,
    'bytes=0x0-0x5',
    'bytes=1e3-',
    'items=0-5',
    'bytes',
    '',
  ])('%.40j is none: the whole file', async (range) => {
    const answer = await get(file, { range });
    expect([answer.status, answer.body.length]).toEqual([200, 10_000]);
  });

  test.each(['bytes=10000-', 'bytes=10000-10001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s is outside',
    async (range) => {
      const answer = await get(file, { range });
      expect([answer.status, answer.headers['content-range'], answer.body.length]).toEqual([
        416,
        'bytes */10000',
        0,
      ]);
    },
  );

  test('HEAD of a range', async () => {
    const answer = await get(file, { range: 'bytes=0-9' }, 'HEAD');
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([
      206,
      '10',
      0,
    ]);
  });

  test('If-Range: a range of the known file, else the whole', async () => {
    const { etag = '', 'last-modified': time = '' } = (await get(file)).headers;
    const range = 'bytes=0-9';
    const status = async (known: string) => (await get(file, { range, 'if-range': known })).status;
    expect(await status(etag)).toBe(206);
    expect(await status(time)).toBe(206);
    expect(await status('"another"')).toBe(200);
    expect(await status(`W/${etag}`)).toBe(200);
    expect(await status('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200);
  });
});

describe('conditions', () => {
  test('If-None-Match', async () => {
    const { etag = '' } = (await get(file)).headers;
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get(file, { 'if-none-match': known });
      expect([answer.status, answer.headers.etag, answer.body.length]).toEqual([304, etag, 0]);
    }
    expect((await get(file, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('If-Modified-Since counts only without entity tags', async () => {
    const { 'last-modified': time = '' } = (await get(file)).headers;
    const status = async (headers: Record<string, string>) => (await get(file, headers)).status;
    expect(await status({ 'if-modified-since': time })).toBe(304);
    expect(await status({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200);
    expect(await status({ 'if-modified-since': 'yesterday' })).toBe(200);
    expect(await status({ 'if-modified-since': time, 'if-none-match': '"x"' })).toBe(200);
  });
});

describe('SEC-S1 addresses that lead nowhere', () => {
  test.each([
    '/media/',
    '/media/local',
    '/media/local/',
    '/media/local/t1',
    '/media/local/t1/ads',
    '/media/local/t1/ads/',
    '/media/local/t1/ads/clip',
    '/media/local/t1/ads/none.ts',
    '/media/local/t2/ads/clip/profile/job/v0/1.m4s',
    '/media/local/secret.key',
    '/media/local/t1/uploads/u1/0',
    '/media/local/t1/ads/../uploads/u1/0',
    '/media/local/t1/ads/../../../secret.key',
    '/media/../media/local/t1/sources/m1.mp4',
    '/media/local/t1/ads/..%2f..%2f..%2fsecret.key',
    '/media/local/t1/ads/%2e%2e/%2e%2e/%2e%2e/secret.key',
    '/media/local/t1/ads/%252e%252e/%252e%252e/secret.key',
    '/media/local/t1/sources/m1%2emp4',
    '/media/local/t1/sources/m1.mp4%00',
    '/media/local/t1/sources/m1.mp4%00.ts',
    '/media/local/t1/sources//m1.mp4',
    '/media/local/t1/sources/./m1.mp4',
    '/media/local/t1/sources/m1.mp4/',
    '/media/local/t1/sources\\m1.mp4',
    '/media/local//etc/passwd',
    '/media/%6cocal/t1/sources/m1.mp4',
    '/media/..;/t1/sources/m1.mp4',
    '/media/local/t1/ads/links/a.ts',
    '/media/local/~incoming/ads/x',
    `/media/local/t1/ads/${'a/'.repeat(1_500)}x`,
    '/MEDIA/local/t1/sources/m1.mp4',
  ])('%.60s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.body.toString()).not.toContain('never');
  });

  test('says so as JSON, for pages of others too', async () => {
    const answer = await get('/media/local/t1/ads/none.ts');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      errorCode: 'STORED_FILE_NOT_FOUND',
    });
  });
});

describe('the bytes', () => {
  const hour = clock.now() - (clock.now() % 3_600_000);

  test('are counted as they go out, ads and sources apart', async () => {
    await get(file);
    await get(file, { range: 'bytes=0-9' });
    await get(file, {}, 'HEAD');
    await get(file, { 'if-none-match': '*' });
    await get('/media/local/t1/sources/m1.mp4?x=1');
    await files.stop();
    const row = { tenantId: 't1', atMs: hour };
    expect(written).toEqual([
      { ...row, kind: 'ads', bytes: 10_010 },
      { ...row, kind: 'sources', bytes: 8 },
    ]);
    await files.stop();
    expect(written).toHaveLength(2);
  });

  test('wait while the database is away, and are written once', async () => {
    refuse = true;
    await get(file);
    await files.stop();
    await get(file);
    refuse = false;
    await files.stop();
    expect(written).toMatchObject([{ kind: 'ads', bytes: 20_000 }]);
  });

  test('a viewer who leaves in the middle costs what he got, and the server goes on', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${file} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    expect((await get(file)).body.length).toBe(10_000);
  });
});

import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { type S3StandIn, startS3StandIn } from '@interlude/lab';
import { createObjectStorage } from '@interlude/object-storage';
import { createEgress, createLogger, listen } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStitcherServer } from '../http/stitcher-server.ts';
import { mediaLimits } from './media-limits.ts';
import type { ServedBytesRow } from './served-bytes.ts';
import { createStoredFiles, type StoredFiles } from './stored-files.ts';
import { createTenantStorages } from './tenant-storages.ts';

const clock = fixedClock();
const logger = createLogger({ name: 'test', level: 'silent' });
const egress = createEgress({ allow: ['127.0.0.1'], connectionsPerOrigin: 2 });
const segment = Buffer.alloc(300_000, 'abc');
const key = 't1/ads/clip/form/job/1/v0/1.m4s';

let s3: S3StandIn;
let files: StoredFiles;
let server: Server;
let base: string;
let port: number;
const written: ServedBytesRow[] = [];

beforeAll(async () => {
  s3 = await startS3StandIn();
  const system = { type: 's3', settings: s3.settings, updatedAt: '1' };
  const storage = createObjectStorage(system, { egress, dataFolder: '/nowhere' });
  const contentType = 'video/iso.segment';
  await storage.put(key, segment, { contentType });
  await storage.put('t1/sources/m.mp4', Buffer.from('a source'), { contentType: 'video/mp4' });
  await storage.put(
    't1/ads/clip/form/job/1/large.m4s',
    Buffer.alloc(mediaLimits.keptFileBytes + 1),
    {
      contentType,
    },
  );
  files = createStoredFiles(
    {
      storages: createTenantStorages({ find: async () => system, clock, egress, dataFolder: '/' }),
      writeServed: async (rows) => void written.push(...rows),
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
  base = `http://127.0.0.1:${port}/media/s3-system/`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await s3.stop();
  await egress.close();
});
beforeEach(async () => {
  clock.advance(mediaLimits.keepFileMs + 1);
  await files.stop();
  written.length = 0;
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers });
const requested = () => s3.requested.length;

test('a segment in a bucket is read once for many viewers, whole or in ranges, and each byte is counted', async () => {
  const before = requested();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      get(key, at % 2 === 0 ? {} : { range: 'bytes=100000-200000' }),
    ),
  );
  for (const [at, answer] of answers.entries()) {
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(at % 2 === 0 ? 200 : 206);
    expect(body.equals(at % 2 === 0 ? segment : segment.subarray(100_000, 200_001))).toBe(true);
  }
  expect(requested() - before).toBe(2);
  await files.stop();
  expect(written).toMatchObject([{ kind: 'ads', bytes: 10 * 300_000 + 10 * 100_001 }]);
});

test('viewers who do not read hold no connection of the storage', async () => {
  const stuck = Array.from({ length: 5 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET /media/s3-system/${key} HTTP/1.1\r\nhost: a\r\n\r\n`);
    socket.pause();
    return socket;
  });
  await Promise.all(stuck.map((socket) => once(socket, 'connect')));
  expect((await get('t1/sources/m.mp4')).status).toBe(200);
  for (const socket of stuck) socket.destroy();
});

test('a large file and a source are passed on as they come', async () => {
  const large = await get('t1/ads/clip/form/job/1/large.m4s');
  expect((await large.arrayBuffer()).byteLength).toBe(mediaLimits.keptFileBytes + 1);
  const range = await get('t1/sources/m.mp4', { range: 'bytes=2-' });
  expect([range.status, await range.text()]).toEqual([206, 'source']);
});

test('what is gone from the bucket is gone, after a while', async () => {
  const gone = 't1/ads/clip/form/job/1/gone.m4s';
  s3.bucket.objects.set(gone, {
    bytes: Buffer.from('x'),
    contentType: 'video/iso.segment',
    modifiedMs: 0,
    etag: '"x"',
  });
  expect((await get(gone)).status).toBe(200);
  s3.bucket.objects.delete(gone);
  expect((await get(gone)).status).toBe(200);
  clock.advance(mediaLimits.keepFileMs + 1);
  expect((await get(gone)).status).toBe(404);
});

test('a bucket that cannot be read is STORAGE_FAILED, and read again for the next viewer', async () => {
  s3.failNext(403);
  const answer = await get(key);
  expect([answer.status, await answer.json()]).toMatchObject([
    502,
    { errorCode: 'STORAGE_FAILED' },
  ]);
  expect((await get(key)).status).toBe(200);
});

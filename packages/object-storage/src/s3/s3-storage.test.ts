import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type S3StandIn, startS3StandIn } from '@interlude/lab';
import { createEgress } from '@interlude/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStorage } from '../create-object-storage.ts';
import { collect, describeObjectStorage } from '../object-storage.suite.ts';

const egress = createEgress({ allow: ['127.0.0.1'] });
const s3 = (settings: Readonly<Record<string, unknown>>) =>
  createObjectStorage({ type: 's3', settings }, { egress, dataFolder: '/nowhere' });

describeObjectStorage('s3', async () => {
  const standIn = await startS3StandIn();
  return { storage: s3(standIn.settings), stop: () => standIn.stop() };
});

describeObjectStorage('s3 below a prefix, with lists in pages of two', async () => {
  const standIn = await startS3StandIn({ pageSize: 2 });
  const storage = s3({ ...standIn.settings, prefix: '/interlude/media/' });
  return { storage, stop: () => standIn.stop() };
});

describe('S3', () => {
  let standIn: S3StandIn;
  beforeAll(async () => {
    standIn = await startS3StandIn({ now: () => Date.now() + laterMs });
  });
  let laterMs = 0;
  beforeEach(() => standIn.bucket.objects.clear());
  afterAll(() => standIn.stop());
  const contentType = 'video/mp4';
  const body = Buffer.from('hello');
  const put = (settings: object = {}) =>
    s3({ ...standIn.settings, ...settings }).put('t/a.mp4', body, { contentType });

  it.each([
    [{ secretAccessKey: 'wrong' }, 'the secret access key is wrong'],
    [{ accessKeyId: 'AKIANOBODY' }, 'it does not know the access key id'],
    [{ region: 'us-east-1' }, 'the region is another one'],
    [{ bucket: 'none' }, 'there is no such bucket'],
  ])('says what is wrong with %j', async (settings, reason) => {
    const failed = { code: 'STORAGE_FAILED', details: { storage: 's3', reason } };
    await expect(put(settings)).rejects.toMatchObject(failed);
    await expect(s3({ ...standIn.settings, ...settings }).check()).rejects.toMatchObject(failed);
    expect(standIn.bucket.objects.size).toBe(0);
  });

  it.each(['endpoint', 'region', 'bucket', 'accessKeyId', 'secretAccessKey'])(
    'needs %s',
    (name) => {
      expect(() => s3({ ...standIn.settings, [name]: ' ' })).toThrow(
        `its setting ${name} is missing`,
      );
    },
  );

  it('errors do not carry the secret', async () => {
    const error = await put({ accessKeyId: 'AKIANOBODY' }).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('wJalrXUtnFEMI');
  });

  it('SEC-S1 reaches no private address that is not allowed', async () => {
    await expect(put({ endpoint: 'http://169.254.169.254' })).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      cause: { code: 'URL_FORBIDDEN' },
    });
  });

  it('says that the clock is wrong', async () => {
    laterMs = 3_600_000;
    await expect(put()).rejects.toMatchObject({
      details: { reason: "this machine's clock is wrong" },
    });
    laterMs = 0;
  });

  it('tries again when the server is busy or the connection breaks', async () => {
    standIn.failNext(503, 'cut', 500);
    expect(await put()).toMatchObject({ sizeBytes: 5 });
    standIn.failNext(500, 500, 500, 500);
    await expect(put()).rejects.toMatchObject({ details: { reason: 'it answered 500' } });
  });

  it('a full storage is named', async () => {
    standIn.failNext(507);
    await expect(put()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('a body that breaks off fails', async () => {
    await put();
    const storage = s3(standIn.settings);
    standIn.failNext('cut');
    const { body: broken } = await storage.read('t/a.mp4');
    await expect(buffer(broken)).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  });

  it('a caller who gives up ends the wait for a silent server', async () => {
    const stop = new AbortController();
    standIn.failNext('silence');
    const requested = standIn.requested.length;
    const reading = s3(standIn.settings).read('t/a.mp4', { signal: stop.signal });
    await expect.poll(() => standIn.requested.length).toBe(requested + 1);
    stop.abort(new RangeError('enough'));
    await expect(reading).rejects.toThrow(new RangeError('enough'));
  });

  it('presigned addresses read and write one object, for a while', async () => {
    const storage = s3(standIn.settings);
    const write = await storage.presign('t/p.mp4', { forWrite: true, seconds: 60 });
    const written = await fetch(write ?? '', { method: 'PUT', body: 'by presigning' });
    expect(written.status).toBe(200);
    const read = await storage.presign('t/p.mp4', { forWrite: false, seconds: 60 });
    expect(await (await fetch(read ?? '')).text()).toBe('by presigning');
    const other = (read ?? '').replace('p.mp4', 'q.mp4');
    expect((await fetch(other)).status).toBe(403);
    expect((await fetch(read ?? '', { method: 'DELETE' })).status).toBe(403);
    laterMs = 61_000;
    expect((await fetch(read ?? '')).status).toBe(403);
    laterMs = 0;
  });

  it('removes multipart uploads that were left behind, below its prefix only', async () => {
    const storage = s3({ ...standIn.settings, prefix: 'mine' });
    const begin = (key: string, begunMs: number) =>
      standIn.bucket.uploads.set(key, { key, contentType, begunMs, parts: new Map() });
    begin('mine/old.mp4', 1_000);
    begin('mine/new.mp4', 3_000);
    begin('others/old.mp4', 1_000);
    expect(await storage.removeUnfinished(2_000)).toBe(1);
    expect([...standIn.bucket.uploads.keys()]).toEqual(['mine/new.mp4', 'others/old.mp4']);
    standIn.bucket.uploads.clear();
  });

  it('what others keep in the bucket is not ours', async () => {
    const foreign = { bytes: body, contentType, modifiedMs: 0, etag: '"x"' };
    standIn.bucket.objects.set('t/ä ö.mp4', foreign).set('t/../x', foreign).set('t/a.mp4', foreign);
    const storage = s3(standIn.settings);
    expect((await collect(storage.list('t/'))).map(({ key }) => key)).toEqual(['t/a.mp4']);
  });

  it('an upload whose parts cannot be put together fails and is given up, though it began with 200', async () => {
    const large = Readable.from(Array.from({ length: 18 }, () => Buffer.alloc(1024 * 1024)));
    const failed = { status: 200, body: '<Error><Code>InternalError</Code></Error>' };
    standIn.failNext('none', 'none', 'none', 'none', failed);
    await expect(
      s3(standIn.settings).put('t/large.mp4', large, { contentType }),
    ).rejects.toMatchObject({ details: { reason: 'it could not put the parts together' } });
    expect([standIn.bucket.uploads.size, standIn.bucket.objects.size]).toEqual([0, 0]);
  });

  it('an answer that is no S3 at all', async () => {
    standIn.failNext({ status: 404, body: '<html>Nothing here</html>' });
    await expect(collect(s3(standIn.settings).list('t/'))).rejects.toMatchObject({
      details: { reason: 'there is no such bucket' },
    });
  });
});

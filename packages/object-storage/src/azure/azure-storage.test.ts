import { buffer } from 'node:stream/consumers';
import { type AzureStandIn, startAzureStandIn } from '@interlude/lab';
import { createEgress } from '@interlude/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createObjectStorage } from '../create-object-storage.ts';
import { describeObjectStorage } from '../object-storage.suite.ts';

const egress = createEgress({ allow: ['127.0.0.1'] });
const azure = (
  settings: Readonly<Record<string, unknown>>,
  entraAuthority = 'http://127.0.0.1:1',
) =>
  createObjectStorage(
    { type: 'azure', settings },
    { egress, dataFolder: '/nowhere', entraAuthority },
  );

describeObjectStorage('azure by storage key', async () => {
  const standIn = await startAzureStandIn();
  return { storage: azure(standIn.settings), stop: () => standIn.stop() };
});

describeObjectStorage('azure by Entra ID, below a prefix, with lists in pages of two', async () => {
  const standIn = await startAzureStandIn({ pageSize: 2 });
  const storage = azure({ ...standIn.entraSettings, prefix: 'interlude/media' }, standIn.url);
  return { storage, stop: () => standIn.stop() };
});

describe('Azure Blob', () => {
  let standIn: AzureStandIn;
  let laterMs = 0;
  beforeAll(async () => {
    standIn = await startAzureStandIn({ now: () => Date.now() + laterMs });
  });
  beforeEach(() => standIn.container.blobs.clear());
  afterAll(() => standIn.stop());
  const contentType = 'video/mp4';
  const body = Buffer.from('hello');
  const put = (settings: object = {}) =>
    azure({ ...standIn.settings, ...settings }).put('t/a.mp4', body, { contentType });

  it.each([
    [{ storageKey: 'd3Jvbmc=' }, 'the storage key or the token is wrong'],
    [{ container: 'none' }, 'there is no such container'],
  ])('says what is wrong with %j', async (settings, reason) => {
    const failed = { code: 'STORAGE_FAILED', details: { storage: 'azure', reason } };
    await expect(put(settings)).rejects.toMatchObject(failed);
    await expect(azure({ ...standIn.settings, ...settings }).check()).rejects.toMatchObject(failed);
    expect(standIn.container.blobs.size).toBe(0);
  });

  it('says why Entra ID gives no token, without the secret', async () => {
    const wrong = { ...standIn.entraSettings, activeDirectoryClientSecret: 'wr0ng-s3cret' };
    const error = await azure(wrong, standIn.url)
      .check()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: expect.stringContaining('AADSTS7000215: Invalid client secret provided') },
    });
    expect(String(error)).not.toContain('wr0ng-s3cret');
  });

  it('asks for one token for many requests', async () => {
    const requested = standIn.requested.length;
    const storage = azure(standIn.entraSettings, standIn.url);
    await Promise.all(['a', 'b', 'c'].map((key) => storage.stat(`t/${key}.mp4`)));
    const tokens = standIn.requested.slice(requested).filter((line) => line.includes('/oauth2/'));
    expect(tokens).toHaveLength(1);
  });

  it.each([
    [{ accountName: '' }, 'its setting accountName is missing'],
    [{ container: ' ' }, 'its setting container is missing'],
    [
      { storageKey: '' },
      'it needs a storage key, or tenant, client id and client secret of Entra ID',
    ],
    [{ storageKey: 'not base64!' }, 'its storage key is no base64'],
  ])('needs its settings: %j', (settings, reason) => {
    expect(() => azure({ ...standIn.settings, ...settings })).toThrow(reason);
  });

  it('SEC-S1 reaches no private address that is not allowed', async () => {
    await expect(put({ endpoint: 'http://169.254.169.254/x' })).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: expect.stringContaining('169.254.169.254'),
    });
  });

  it('tries again when the server is busy or the connection breaks', async () => {
    standIn.failNext(503, 'cut', 500);
    expect(await put()).toMatchObject({ sizeBytes: 5 });
    standIn.failNext(500, 500, 500, 500);
    await expect(put()).rejects.toMatchObject({ details: { reason: 'it answered 500' } });
  });

  it('takes up a body that breaks off where it ended', async () => {
    await put();
    standIn.failNext('cut');
    const { body: broken } = await azure(standIn.settings).read('t/a.mp4');
    expect((await buffer(broken)).toString()).toBe('hello');
  });

  it('a caller who gives up ends the wait for a silent server', async () => {
    const stop = new AbortController();
    standIn.failNext('silence');
    const requested = standIn.requested.length;
    const reading = azure(standIn.settings).read('t/a.mp4', { signal: stop.signal });
    await expect.poll(() => standIn.requested.length).toBe(requested + 1);
    stop.abort(new RangeError('enough'));
    await expect(reading).rejects.toThrow(new RangeError('enough'));
  });

  it.each(['storage key', 'Entra ID'])(
    'signed addresses read and write one blob, by %s',
    async (by) => {
      const settings = by === 'Entra ID' ? standIn.entraSettings : standIn.settings;
      const storage = azure(settings, standIn.url);
      const write = (await storage.presign('t/p.mp4', { forWrite: true, seconds: 60 })) ?? '';
      const headers = { 'x-ms-blob-type': 'BlockBlob' };
      const written = await fetch(write, { method: 'PUT', body: 'by signing', headers });
      expect(written.status).toBe(201);
      const read = (await storage.presign('t/p.mp4', { forWrite: false, seconds: 60 })) ?? '';
      expect(await (await fetch(read)).text()).toBe('by signing');
      expect((await fetch(read.replace('p.mp4', 'q.mp4'))).status).toBe(403);
      expect((await fetch(read, { method: 'PUT', body: 'x', headers })).status).toBe(403);
      laterMs = 61_000;
      expect((await fetch(read)).status).toBe(403);
      laterMs = 0;
    },
  );
});

import { domainError } from '@interlude/contract/errors';
import { expect, test } from 'vitest';
import { StoredPackages } from './stored-packages.ts';

const publicUrl = 'https://stream.example';
const request = (url: string) => ({ url, timeoutMs: 1_000, maxBytes: 1_000 });

function packages(read: () => Promise<Buffer> = async () => Buffer.from('stored')) {
  const requested: string[] = [];
  const made = new StoredPackages({
    publicUrl,
    repository: { read },
    egress: {
      forTenant: () => ({
        request: async ({ url }) => {
          requested.push(url);
          return { status: 200, url, headers: {}, body: Buffer.from('fetched') };
        },
      }),
    },
  });
  return { made, requested };
}

test('our own addresses are read from the storage, other ones over HTTP', async () => {
  const { made, requested } = packages();
  const own = `${publicUrl}/media/local/t1/ads/a/b/j/v0/index.m3u8`;
  expect((await made.forTenant('t1').request(request(own))).body.toString()).toBe('stored');
  expect(made.placeOf('t1', own)).toMatchObject({
    tenantId: 't1',
    systemId: '',
    key: 't1/ads/a/b/j/v0/index.m3u8',
  });
  for (const url of [
    `${publicUrl}/media/local/t1/sources/m.mp4`,
    `${publicUrl}/media/local/t1/uploads/u/1`,
    `${publicUrl}/media/local/t1/ads/../sources/m.mp4`,
    `${publicUrl}/media/local/t1/ads/%2e%2e/m`,
    `${publicUrl}.evil.example/media/local/t1/ads/a`,
    'https://other.example/media/local/t1/ads/a',
  ]) {
    expect(made.placeOf('t1', url), url).toBeUndefined();
  }
  await made.forTenant('t1').request(request('https://other.example/a.m3u8'));
  expect(requested).toEqual(['https://other.example/a.m3u8']);
});

test('SEC-S60 packages of a storage with an address of its own are read from there once they are known, for their company alone', () => {
  const { made } = packages();
  const hlsUrl = 'https://cdn.example/x/t1/ads/a/b/j/master.m3u8';
  expect(made.placeOf('t1', hlsUrl)).toBeUndefined();
  made.learn('t1', {
    id: 'a',
    clipId: 'c',
    profileHash: 'p',
    hlsUrl,
    dashUrl: '',
    storageSystemId: 's3',
    storageKey: 't1/ads/a/b/j/',
  });
  const rendition = 'https://cdn.example/x/t1/ads/a/b/j/v0/index.m3u8?x=1';
  const other = 'https://cdn.example/x/t1/ads/a/b/other/master.m3u8';
  expect(made.placeOf('t1', rendition)).toEqual({
    tenantId: 't1',
    systemId: 's3',
    key: 't1/ads/a/b/j/v0/index.m3u8',
  });
  expect(made.placeOf('t1', other)).toBeUndefined();
  // The address may be private to the first one (SEC-S60).
  expect(made.placeOf('t2', rendition)).toBeUndefined();
});

test('a missing file is reported as missing', async () => {
  const { made } = packages(() => Promise.reject(domainError('STORED_FILE_NOT_FOUND')));
  await expect(
    made.forTenant('t1').request(request(`${publicUrl}/media/local/t1/ads/a/b/j/master.m3u8`)),
  ).rejects.toMatchObject({ code: 'STORED_FILE_NOT_FOUND' });
});

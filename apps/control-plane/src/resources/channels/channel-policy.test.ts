import { channelSettings } from '@interlude/contract';
import { createEgress } from '@interlude/runtime';
import { afterAll, expect, it } from 'vitest';
import { checkAddresses, checkHeaders, checkSlate } from './channel-policy.ts';

const egress = createEgress({});
afterAll(() => egress.close());
const check = (adSlateManifestUrl: string) =>
  checkAddresses(
    channelSettings.parse({ name: 'c', sourceManifestUrl: 'https://h/m', adSlateManifestUrl }),
    egress,
    'http://127.0.0.1:3100',
  );

it('SLATE-010 a conditioned slate is taken, although our own address is a private one', () => {
  expect(() => check('http://127.0.0.1:3100/media/s/t/ads/c/p/j/master.m3u8')).not.toThrow();
  expect(() => check('https://127.0.0.1:3100/media/s/t/ads/c/p/j/master.m3u8')).not.toThrow();
});

it.each([
  'http://127.0.0.1:3100/api/v2/playlists/p1?format=mrss&content=https%3A%2F%2Fcdn.example%2Fa.m3u8',
  'http://127.0.0.1:3100/linear/p1/master.m3u8',
])('PLY-015 our own playlists are taken as sources: %s', (sourceManifestUrl) => {
  const settings = channelSettings.parse({ name: 'c', sourceManifestUrl });
  expect(() => checkAddresses(settings, egress, 'http://127.0.0.1:3100')).not.toThrow();
  expect(() => check(sourceManifestUrl)).toThrow('may not be reached');
});

it.each([
  'http://127.0.0.1:3100/linear/../metrics',
  'http://127.0.0.1:3100/metrics',
  'http://127.0.0.1:31000/media/x',
  'http://127.0.0.1/media/x',
  'http://10.0.0.1/http://127.0.0.1:3100/media/x',
])('any other private address is refused: %s', (url) => {
  expect(() => check(url)).toThrow('may not be reached');
});

const slateOf = (
  type: 'hls-live' | 'dash-live',
  adSlateManifestUrl: string,
  isUsingAdSlate = true,
) =>
  channelSettings.parse({
    ...{ name: 'c', sourceManifestUrl: 'https://h/m', type },
    ...{ adSlateManifestUrl, isUsingAdSlate },
  });
const isNoAsset = async () => false;

it.each([
  ['dash-live', 'https://cdn.test/slate.m3u8?v=1.mpd', 'a DASH channel cannot play'],
  ['hls-live', 'https://cdn.test/slate.MPD', 'an HLS channel cannot play'],
] as const)(
  'SLATE-010 a slate of the other protocol is refused with a sentence: %s',
  async (type, url, words) => {
    const settings = slateOf(type, url);
    await expect(checkSlate(settings, isNoAsset)).rejects.toThrow(words);
    await expect(checkSlate(settings, async () => true)).resolves.toBeUndefined();
    await expect(checkSlate(slateOf(type, url, false), isNoAsset)).resolves.toBeUndefined();
  },
);

it.each([
  ['dash-live', 'https://cdn.test/slate.mpd'],
  ['dash-live', 'https://cdn.test/slate'],
  ['hls-live', 'https://cdn.test/slate.m3u8'],
  ['hls-live', ''],
] as const)('SLATE-010 any other slate is taken: %s %s', async (type, url) => {
  await expect(checkSlate(slateOf(type, url), isNoAsset)).resolves.toBeUndefined();
});

it.each([
  [{ 'x\r\ny': 'z' }, 'is no name of a header'],
  [{ 'bad header': '1' }, 'is no name of a header'],
  [{ '': '1' }, 'is no name of a header'],
  [{ 'x-key': 'a\r\nx-more: 1' }, 'a line break'],
  [{ 'x-key': '世' }, 'no header can have'],
  [{ 'Transfer-Encoding': 'chunked' }, 'set by the platform itself'],
  [{ Host: 'cdn.example' }, 'set by the platform itself'],
  [{ range: 'bytes=0-10' }, 'set by the platform itself'],
])('SEC-S46 source headers that no request can have are refused: %o', (sourceHeaders, problem) => {
  expect(() => checkHeaders({ sourceHeaders })).toThrow(problem);
});

it('SEC-S46 other source headers are taken', () => {
  const sourceHeaders = {
    'X-Cdnid': 'é',
    authorization: 'Bearer a',
    'x_y.z': '',
  };
  expect(() => checkHeaders({ sourceHeaders })).not.toThrow();
});

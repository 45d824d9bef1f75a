import { expect, test } from 'vitest';
import { parseHlsPath } from './path.ts';

test.each([
  ['/hls/c1/master.m3u8', { kind: 'multivariant', channelId: 'c1' }],
  ['/hls/c1/master.m3u8?sid=s/1', { kind: 'multivariant', channelId: 'c1' }],
  ['/hls/a%20b/master.m3u8', { kind: 'multivariant', channelId: 'a b' }],
  [
    '/hls/c1/s1/v0.m3u8?x=1',
    { kind: 'media', channelId: 'c1', sessionId: 's1', renditionId: 'v0' },
  ],
  [
    '/hls/c1/s1/v0/chunklist_b1.m3u8',
    { kind: 'media', channelId: 'c1', sessionId: 's1', renditionId: 'v0' },
  ],
  [
    '/hls/c1/s1/v0/ad/p1/v0/12.m4s',
    {
      kind: 'ad',
      channelId: 'c1',
      sessionId: 's1',
      placementId: 'p1',
      renditionId: 'v0',
      index: 12,
    },
  ],
  [
    '/hls/c1/s1/ad/p1/v0/12.m4s',
    {
      kind: 'ad',
      channelId: 'c1',
      sessionId: 's1',
      placementId: 'p1',
      renditionId: 'v0',
      index: 12,
    },
  ],
])('reads %s', (url, parts) => {
  expect(parseHlsPath(url)).toEqual(parts);
});

test.each([
  '/',
  '/hls',
  '/hls/',
  '/hls/c1',
  '/hls/c1/',
  '/hls//master.m3u8',
  '/hls/view/',
  '/hls/c1/s1/',
  '/hls/c1/s1/a/b/c.m3u8',
  '/hls/c1/s1//b.m3u8',
  '/hls/c1/s1/ad/p1/v0/x',
  '/hls/c1/s1/ad/p1/v0/1/2',
  '/hls/c1/other.m3u8',
  `/hls/${'a'.repeat(4_000)}/master.m3u8`,
])('refuses %.60s', (url) => {
  expect(parseHlsPath(url)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { parseDocumentPath } from './document-path.ts';

const inSession = (kind: string, format = 'hls') => ({
  kind,
  format,
  channelId: 'c1',
  sessionId: 's1',
});

test.each([
  ['/hls/view/c1?api-key=k', { kind: 'view', format: 'hls', channelId: 'c1' }],
  ['/dash/view/a%20b', { kind: 'view', format: 'dash', channelId: 'a b' }],
  ['/hls/c1/s1/vast.xml', inSession('vast')],
  ['/hls/c1/s1/breaks.json', inSession('breaks')],
  ['/dash/c1/s1/tracking.json?next=1', inSession('tracking', 'dash')],
  ['/dash/c1/s1/vast/b%2F1.xml', { ...inSession('vast', 'dash'), adId: 'b/1' }],
])('%s is read', (url, path) => {
  expect(parseDocumentPath(url)).toEqual(path);
});

test.each([
  '/hls/view',
  '/hls/view/',
  '/hls/view/c1/x',
  '/vod/c1/s1/vast.xml',
  '/hls//s1/vast.xml',
  '/hls/c1/s1/vast.xml/x',
  '/hls/c1/s1/toString',
  '/hls/c1/s1/v0.m3u8',
])('%s is none of these', (url) => {
  expect(parseDocumentPath(url)).toBeUndefined();
});

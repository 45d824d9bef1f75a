import { describe, expect, it } from 'vitest';
import { parseDashPath } from './dash-path.ts';

describe('DASH addresses', () => {
  it.each([
    ['/dash/c1/manifest.mpd?api-key=x', { kind: 'entry', channelId: 'c1' }],
    ['/dash/c1/time', { kind: 'time', channelId: 'c1' }],
    ['/dash/a%20b/s.id.mpd', { kind: 'mpd', channelId: 'a b', sessionId: 's.id' }],
    [
      '/dash/c1/sid/ad/b-1.0/m.s/v%2F0/init',
      { kind: 'ad', placementId: 'b-1.0', token: 'm.s', representationId: 'v/0', segment: 'init' },
    ],
    ['/dash/c1/sid/ad/b.2/t/a/b/17', { kind: 'ad', representationId: 'a/b', segment: 17 }],
  ])('%s', (url, path) => {
    expect(parseDashPath(url)).toMatchObject(path);
  });

  it.each([
    '/dash/',
    '/dash/c1',
    '/dash/c1/',
    '/dash/c1/.mpd',
    '/dash/c1/x.m3u8',
    '/dash/c1/sid/ad/p/t/v0/x',
    '/dash/c1/sid/ad/p/t/v0/1234567',
    '/dash/c1/sid/ad/p/t/init',
    '/hls/c1/manifest.mpd',
    `/dash/c1/${'s'.repeat(7000)}.mpd`,
  ])('none of ours: %s', (url) => {
    expect(parseDashPath(url)).toBeUndefined();
  });
});

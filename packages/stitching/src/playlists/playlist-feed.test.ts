import { type PlaylistInput, playlistInput } from '@interlude/contract';
import { parseMrss } from '@interlude/vast';
import { describe, expect, test } from 'vitest';
import { playlistFeed } from './playlist-feed.ts';
import { writeJsonFeed, writeMrss } from './write-feed.ts';

const vodAsset = 'https://cdn.example/asset.m3u8?a=1&b="2"';

function feedOf(contents: PlaylistInput['contents'], fill: string[] = []) {
  const playlist = playlistInput.parse({ name: 'Tom & <Jerry>', contents });
  return playlistFeed({ ...playlist, id: 'p1' }, fill);
}

function parsed(contents: PlaylistInput['contents'], fill: string[] = []) {
  const result = parseMrss(writeMrss(feedOf(contents, fill)));
  if (result.kind === 'invalid') throw new Error(result.reason);
  return result;
}

describe('the feed of a playlist', () => {
  test('PLY-015 OP-42 the n-th content fills the n-th placeholder; one without is left out', () => {
    const items: PlaylistInput['contents'] = [
      { sourceType: 'placeholder' },
      { url: vodAsset },
      { sourceType: 'placeholder' },
      { sourceType: 'placeholder', url: 'https://cdn.example/forgotten.m3u8' },
    ];
    const one = 'https://cdn.example/1.mpd';
    const two = 'https://cdn.example/2.m3u8';
    const found = (fill: string[]) =>
      feedOf(items, fill).items.map(({ id, url }) => [id, url] as const);
    expect(found([one, two])).toEqual([
      ['p1-1', one],
      ['p1-2', vodAsset],
      ['p1-3', two],
    ]);
    expect(found([])).toEqual([['p1-2', vodAsset]]);
    expect(found(['', two])).toEqual([
      ['p1-2', vodAsset],
      ['p1-3', two],
    ]);
    expect(found([one, two, one, two])).toHaveLength(4);
  });

  test('V9 MRSS is read as it was meant: names, addresses, types and durations', () => {
    const { title, items, warnings } = parsed([
      { url: vodAsset, duration: 90.5 },
      { url: 'https://cdn.example/asset.mpd' },
      { url: 'https://cdn.example/play' },
    ]);
    expect(title).toBe('Tom & <Jerry>');
    expect(warnings).toEqual([]);
    expect(items.map(({ category, durationMs }) => [category, durationMs])).toEqual([
      [null, 90_500],
      [null, 600_000],
      [null, 600_000],
    ]);
    expect(items.flatMap(({ media }) => media)).toEqual([
      { url: vodAsset, type: 'application/vnd.apple.mpegurl', delivery: 'hls' },
      { url: 'https://cdn.example/asset.mpd', type: 'application/dash+xml', delivery: 'dash' },
      { url: 'https://cdn.example/play', type: '', delivery: 'other' },
    ]);
  });

  test('DATA-031 cue points are in seconds or percent of the duration, in order', () => {
    const { items } = parsed([
      { url: vodAsset, cuePoints: [{ spliceTime: 30.5, maxAds: 2, maxDuration: 45.5 }, {}] },
      {
        url: vodAsset,
        spliceType: 'percent',
        duration: 200,
        cuePoints: [{ spliceTime: 100 }, { spliceTime: 12.5 }],
      },
    ]);
    const points = items.map(({ cuePoints }) =>
      cuePoints.map(({ spliceTimeMs, maxCount, durationMs }) => [
        spliceTimeMs,
        maxCount,
        durationMs,
      ]),
    );
    expect(points).toEqual([
      [
        [0, 1, 30_000],
        [30_500, 2, 45_500],
      ],
      [
        [25_000, 1, 30_000],
        [-1, 1, 30_000],
      ],
    ]);
  });

  test('PLY-015 as JSON', () => {
    const contents = [
      { url: vodAsset, spliceType: 'percent' as const, cuePoints: [{ spliceTime: 100 }, {}] },
    ];
    expect(JSON.parse(writeJsonFeed(feedOf(contents)))).toEqual({
      id: 'p1',
      name: 'Tom & <Jerry>',
      items: [
        {
          id: 'p1-1',
          title: 'Tom & <Jerry> 1',
          url: vodAsset,
          type: 'application/vnd.apple.mpegurl',
          duration: 600,
          cuePoints: [
            { id: '2', spliceTime: 0, maxAds: 1, maxDuration: 30 },
            { id: '1', spliceTime: null, maxAds: 1, maxDuration: 30 },
          ],
        },
      ],
    });
  });

  test('an empty playlist is an empty feed', () => {
    expect(parsed([]).items).toEqual([]);
  });
});

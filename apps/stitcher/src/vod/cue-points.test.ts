import { channelSettings } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import { vodRendition } from '@interlude/stitching';
import { expect, test } from 'vitest';
import type { HlsAsset } from './asset.ts';
import { cuePointsOf } from './cue-points.ts';

/** Segments of a minute each; a tag before some. */
function asset(minutes: number, tags: Readonly<Record<number, string>>): HlsAsset {
  const segments = Array.from(
    { length: minutes },
    (_, index) => `${tags[index] ?? ''}#EXTINF:60,\n${index}.ts\n`,
  );
  const text = `#EXTM3U\n#EXT-X-TARGETDURATION:60\n${segments.join('')}#EXT-X-ENDLIST\n`;
  const baseUrl = 'http://o.example/m.m3u8';
  const { playlist } = parseMediaPlaylist(text);
  const rendition = vodRendition('v0', playlist, baseUrl, new Set());
  const content = { durationMs: minutes * 60_000, boundariesMs: [], longestSegmentMs: 60_000 };
  const part = { kind: 'hls', baseUrl, content, renditions: new Map([['v0', rendition]]) };
  return part as unknown as HlsAsset;
}

const settings = (part: object = {}) =>
  channelSettings.parse({
    ...{ name: 'c', type: 'hls-vod', sourceManifestUrl: 'http://o.example/m.m3u8' },
    stitcher: { useScte35: true },
    ...part,
  });
const startsOf = (...given: Parameters<typeof cuePointsOf>) =>
  cuePointsOf(...given)?.map(({ atMs }) => atMs / 60_000);

test('CHE-061 useScte35 finds the breaks of a long VOD asset from its start', () => {
  const long = asset(240, { 10: '#EXT-X-CUE-OUT:30\n', 200: '#EXT-X-CUE-OUT:30\n' });
  expect(startsOf(long, settings(), undefined)).toEqual([10, 200]);
});

test('SCTE-S7 a start and its return at one place of a VOD asset are an insertion point', () => {
  const marks = asset(20, {
    2: '#EXT-X-CUE-OUT:60\n',
    10: '#EXT-X-CUE-OUT\n#EXT-X-CUE-IN\n',
    15: '#EXT-X-CUE-OUT:0\n#EXT-X-CUE-IN\n',
  });
  const points = cuePointsOf(marks, settings(), undefined);
  expect(points?.map(({ atMs, spanMs }) => [atMs / 60_000, spanMs])).toEqual([
    [2, 60_000],
    [10, 0],
    [15, 0],
  ]);
});

test('DATA-012 fallbackSourceTags choose the markers of a VOD asset, wherever they are set', () => {
  const both = asset(10, {
    2: '#EXT-X-CUE-OUT:30\n',
    6: '#EXT-X-CUE:TYPE="SpliceOut",ID="1",TIME=0,DURATION=30\n',
  });
  const fallbackSourceTags = ['EXT-X-CUE'];
  expect(startsOf(both, settings(), undefined)).toEqual([2, 6]);
  expect(startsOf(both, settings({ fallbackSourceTags }), undefined)).toEqual([6]);
  const segmentationConfiguration = { fallbackSourceTags };
  expect(startsOf(both, settings({ segmentationConfiguration }), undefined)).toEqual([6]);
});

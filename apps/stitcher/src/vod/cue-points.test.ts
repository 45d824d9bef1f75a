import { type ChannelSettings, channelSettings } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import { vodRendition } from '@interlude/stitching';
import { expect, test } from 'vitest';
import type { HlsAsset } from './asset.ts';
import { cuePointsOf, type MarkedAsset } from './cue-points.ts';

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
const work: MarkedAsset['work'] = async (_size, make) => make();
const pointsOf = (asset: HlsAsset, settings: ChannelSettings) =>
  cuePointsOf({ asset, settings, work }, undefined);
const startsOf = async (asset: HlsAsset, settings: ChannelSettings) =>
  (await pointsOf(asset, settings))?.map(({ atMs }) => atMs / 60_000);

test('CHE-061 useScte35 finds the breaks of a long VOD asset from its start', async () => {
  const long = asset(240, { 10: '#EXT-X-CUE-OUT:30\n', 200: '#EXT-X-CUE-OUT:30\n' });
  expect(await startsOf(long, settings())).toEqual([10, 200]);
});

test('SCTE-S7 a start and its return at one place of a VOD asset are an insertion point', async () => {
  const marks = asset(20, {
    2: '#EXT-X-CUE-OUT:60\n',
    10: '#EXT-X-CUE-OUT\n#EXT-X-CUE-IN\n',
    15: '#EXT-X-CUE-OUT:0\n#EXT-X-CUE-IN\n',
  });
  const points = await pointsOf(marks, settings());
  expect(points?.map(({ atMs, spanMs }) => [atMs / 60_000, spanMs])).toEqual([
    [2, 60_000],
    [10, 0],
    [15, 0],
  ]);
});

test('DATA-012 fallbackSourceTags choose the markers of a VOD asset, wherever they are set', async () => {
  const both = asset(10, {
    2: '#EXT-X-CUE-OUT:30\n',
    6: '#EXT-X-CUE:TYPE="SpliceOut",ID="1",TIME=0,DURATION=30\n',
  });
  const fallbackSourceTags = ['EXT-X-CUE'];
  expect(await startsOf(both, settings())).toEqual([2, 6]);
  expect(await startsOf(both, settings({ fallbackSourceTags }))).toEqual([6]);
  const segmentationConfiguration = { fallbackSourceTags };
  expect(await startsOf(both, settings({ segmentationConfiguration }))).toEqual([6]);
});

import { parseMediaPlaylist } from '@interlude/hls';
import { describe, expect, test } from 'vitest';
import { stitchVodMediaPlaylist } from '../vod/stitch-vod-media-playlist.ts';
import { type VodRendition, vodRendition } from '../vod/vod-rendition.ts';
import { joinRenditions, playedMs } from './join-renditions.ts';

const none = new Set<string>();

/** @param lines before each segment, by its index */
function rendition(
  name: string,
  seconds: readonly number[],
  lines: Readonly<Record<number, string>> = {},
): VodRendition {
  const segments = seconds.map(
    (length, index) => `${lines[index] ?? ''}#EXTINF:${length},\n${name}-${index}.m4s\n`,
  );
  const text = `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI="${name}.mp4"\n${segments.join('')}#EXT-X-ENDLIST\n`;
  const { playlist } = parseMediaPlaylist(text);
  return vodRendition('v0', playlist, `https://cdn.example/${name}/list.m3u8`, none);
}

function output(joined: VodRendition): string {
  const { durationMs } = joined;
  return stitchVodMediaPlaylist({
    ...{ rendition: joined, targetDuration: 6, suppressed: none, adSegmentUri: () => '' },
    plan: { contentMs: durationMs, breaks: [], durationMs },
  });
}

const names = ({ segments }: VodRendition) =>
  segments.map(({ source, startMs }) => [source.uri.split('/').at(-1), startMs]);

describe('items of a playlist as one rendition', () => {
  test('PLY-012 an item ends at the boundary at or before its duration', () => {
    const vodAsset = rendition('asset', [4, 4, 4]);
    expect([3, 4, 7.9, 8, 11.98, 12, 600].map((at) => playedMs(vodAsset, at * 1_000))).toEqual([
      ...[4_000, 4_000, 4_000, 8_000, 12_000, 12_000, 12_000],
    ]);
  });

  test('PLY-012 every rendition begins an item at the same time, however its segments are cut', () => {
    const parts = [
      { rendition: rendition('a', [5, 5, 5]), startMs: 0, playedMs: 8_000 },
      { rendition: rendition('b', [5, 5]), startMs: 8_000, playedMs: 10_000 },
    ];
    const joined = joinRenditions('a0', parts, none);
    expect(names(joined)).toEqual([
      ['a-0.m4s', 0],
      ['a-1.m4s', 5_000],
      ['b-0.m4s', 8_000],
      ['b-1.m4s', 13_000],
    ]);
    expect(joined.durationMs).toBe(18_000);
  });

  test('H7 H8 an item begins with a discontinuity and its own map', () => {
    const parts = [
      { rendition: rendition('a', [4]), startMs: 0, playedMs: 4_000 },
      { rendition: rendition('b', [4]), startMs: 4_000, playedMs: 4_000 },
    ];
    const text = output(joinRenditions('v0', parts, none));
    expect(text.split('#EXT-X-DISCONTINUITY\n')).toHaveLength(2);
    expect(text).toContain(
      '#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="https://cdn.example/b/b.mp4"\n#EXTINF:4,\nhttps://cdn.example/b/b-0.m4s\n',
    );
  });

  test('H9 keys of an item do not go on in a clear one', () => {
    const key = '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"\n';
    const parts = [
      { rendition: rendition('a', [4, 4], { 0: key }), startMs: 0, playedMs: 8_000 },
      { rendition: rendition('b', [4]), startMs: 8_000, playedMs: 4_000 },
    ];
    const text = output(joinRenditions('v0', parts, none));
    expect(text).toContain(
      'URI="https://cdn.example/a/key.bin",IV=0x00000000000000000000000000000001',
    );
    const { playlist } = parseMediaPlaylist(text);
    expect(playlist.segments.map(({ keys }) => keys.length)).toEqual([1, 1, 0]);
  });

  test('markers of the items stay, for channels that look for them', () => {
    const marked = rendition('a', [4, 4, 4], { 1: '#EXT-X-CUE-OUT:4\n', 2: '#EXT-X-CUE-IN\n' });
    const text = output(
      joinRenditions('v0', [{ rendition: marked, startMs: 0, playedMs: 12_000 }], none),
    );
    expect(text).toMatch(/#EXT-X-CUE-OUT:4\n#EXTINF:4,\n.*a-1\.m4s\n#EXT-X-CUE-IN/);
  });
});

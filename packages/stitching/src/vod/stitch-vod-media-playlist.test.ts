import {
  parseMediaPlaylist,
  parseMultivariantPlaylist,
  writeMultivariantPlaylist,
} from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import { placeVodBreaks } from './place-vod-breaks.ts';
import { stitchVodMediaPlaylist } from './stitch-vod-media-playlist.ts';
import { testCreative, testPod } from './vod-creative.suite.ts';
import { planVod } from './vod-plan.ts';
import { vodRendition } from './vod-rendition.ts';
import { relativeUri, withoutHighVariants } from './vod-variants.ts';

const source = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:6
#EXT-X-MEDIA-SEQUENCE:5
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-KEY:METHOD=AES-128,URI="key"
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
#EXTINF:6,
#EXT-X-BYTERANGE:100@0
media.mp4
#EXTINF:6,
#EXT-X-BYTERANGE:100
media.mp4
#EXT-X-CUE-OUT:6
#EXTINF:6,
#EXT-X-BYTERANGE:100
media.mp4
#EXT-X-CUE-IN
#EXTINF:6,
#EXT-X-BYTERANGE:100
media.mp4
#EXT-X-ENDLIST
`;

function stitched(
  atMs: number,
  settings = { replaceInsteadOfInsert: false, numberOfSegmentsToReplayAfterMidroll: 1 },
  spanMs = 0,
) {
  const rendition = vodRendition(
    'v0',
    parseMediaPlaylist(source).playlist,
    'https://origin.example/asset/v.m3u8',
    new Set(),
  );
  const boundariesMs = [...rendition.segments.map(({ startMs }) => startMs), rendition.durationMs];
  const content = {
    durationMs: rendition.durationMs,
    boundariesMs,
    longestSegmentMs: rendition.longestSegmentMs,
  };
  const cue = { id: 'c1', position: 'mid' as const, atMs, spanMs };
  const pods = new Map([
    ['c1', testPod([testCreative('x', 8, ['v0']), testCreative('y', 4, ['v0'])])],
  ]);
  const plan = planVod(placeVodBreaks([cue], content, settings), pods, content.durationMs);
  return stitchVodMediaPlaylist({
    rendition,
    plan: atMs < 0 ? planVod([], pods, content.durationMs) : plan,
    targetDuration: 6,
    adSegmentUri: (ref) => `ad/${ref.breakId}.${ref.placementIndex}/${ref.segmentIndex}.m4s`,
    suppressed: new Set(),
  });
}

describe('stitchVodMediaPlaylist', () => {
  it('H7 H8 H9 H10 H13 puts a mid-roll between its segments, with keys, IVs, maps and ranges', () => {
    const key = (number: number) =>
      `#EXT-X-KEY:METHOD=AES-128,URI="https://origin.example/asset/key",IV=0x${number.toString(16).padStart(32, '0')}`;
    const map = '#EXT-X-MAP:URI="https://origin.example/asset/init.mp4"';
    const media = 'https://origin.example/asset/media.mp4';
    expect(stitched(12_000).split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      ...[key(5), map, '#EXTINF:6,', '#EXT-X-BYTERANGE:100@0', media],
      ...[key(6), '#EXTINF:6,', '#EXT-X-BYTERANGE:100@100', media],
      ...['#EXT-X-DISCONTINUITY', '#EXT-X-KEY:METHOD=NONE'],
      '#EXT-X-MAP:URI="https://ads.example/x/v0/init.mp4"',
      ...['#EXTINF:4.000,', 'ad/c1.0/0.m4s', '#EXTINF:4.000,', 'ad/c1.0/1.m4s'],
      ...['#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="https://ads.example/y/v0/init.mp4"'],
      ...['#EXTINF:4.000,', 'ad/c1.1/0.m4s'],
      ...['#EXT-X-DISCONTINUITY', key(6), map, '#EXTINF:6,', '#EXT-X-BYTERANGE:100@100', media],
      ...[key(7), '#EXTINF:6,', '#EXT-X-BYTERANGE:100@200', media],
      ...[key(8), '#EXTINF:6,', '#EXT-X-BYTERANGE:100@300', media],
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('leaves marked content out when it replaces', () => {
    const text = stitched(
      12_000,
      { replaceInsteadOfInsert: true, numberOfSegmentsToReplayAfterMidroll: 3 },
      6_000,
    );
    const { playlist } = parseMediaPlaylist(text);
    const ranges = playlist.segments.map(({ byteRange }) => byteRange?.offset);
    expect(ranges).toEqual([0, 100, undefined, undefined, undefined, 300]);
    expect(text).not.toContain('CUE-');
  });

  it('H11 keeps dates only where nothing is between', () => {
    expect(stitched(-1)).toContain('#EXT-X-PROGRAM-DATE-TIME:2026');
    expect(stitched(-1)).not.toContain('DISCONTINUITY');
    expect(stitched(12_000)).not.toContain('PROGRAM-DATE-TIME');
  });
});

describe('withoutHighVariants', () => {
  const { playlist } = parseMultivariantPlaylist(`#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000
high.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=600000
low.m3u8
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=700000,URI="i.m3u8"
`);

  it('shouldFilterHlsByBandwidth leaves out what is above, but the lowest', () => {
    const filtered = withoutHighVariants(playlist, 650_000);
    expect(writeMultivariantPlaylist(filtered)).toBe(
      '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=600000\nlow.m3u8\n',
    );
    expect(withoutHighVariants(playlist, 1).variants.map(({ uri }) => uri)).toEqual(['low.m3u8']);
    expect(withoutHighVariants(playlist, 900_000)).toBe(playlist);
  });

  it('shouldUseRelativeSegmentUrl shortens addresses of the same host only', () => {
    expect(relativeUri('https://a.example/x.ts', 'https://a.example')).toBe('/x.ts');
    expect(relativeUri('https://a.example.evil/x.ts', 'https://a.example')).toBe(
      'https://a.example.evil/x.ts',
    );
  });
});

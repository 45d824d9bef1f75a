import { parseMediaPlaylist } from '@interlude/hls';
import { describe, expect, it } from 'vitest';
import type { SourceRendition } from '../source/source-renditions.ts';
import { buildCreative } from './build-creative.ts';
import { matchRenditions } from './match-renditions.ts';

const variant = (renditionId: string, height: number, more: Partial<SourceRendition> = {}) => ({
  renditionId,
  kind: 'variant' as const,
  url: renditionId,
  codecs: ['avc1.64001f', 'mp4a.40.2'],
  bandwidth: height * 1000,
  resolution: { width: (height * 16) / 9, height },
  default: false,
  groupId: 'aac',
  ...more,
});
const audio = (renditionId: string, language: string, isDefault = false): SourceRendition => ({
  renditionId,
  kind: 'audio',
  url: renditionId,
  codecs: ['mp4a.40.2'],
  bandwidth: 0,
  default: isDefault,
  language,
  groupId: 'aac',
});

const matched = (source: SourceRendition[], creative: SourceRendition[]) => {
  const matches = matchRenditions(source, creative);
  return typeof matches === 'string'
    ? matches
    : Object.fromEntries([...matches].map(([id, match]) => [id, match.renditionId]));
};

describe('matchRenditions', () => {
  const creative = [
    variant('c0', 360),
    variant('c1', 720),
    audio('ca', 'de'),
    audio('cb', 'en', true),
  ];

  it('H27 an audio-only variant of a muxed ladder gets audio only, else the smallest variant', () => {
    const muxed = (id: string, height: number) => variant(id, height, { groupId: undefined });
    const audioOnly = (id: string) => ({
      ...variant(id, 0, { groupId: undefined }),
      codecs: ['mp4a.40.2'],
      resolution: undefined,
    });
    const source = [muxed('v0', 720), audioOnly('v1')];
    expect(matched(source, [muxed('c0', 720), audioOnly('c1')])).toEqual({ v0: 'c0', v1: 'c1' });
    expect(matched(source, [muxed('c0', 720), muxed('c1', 360)])).toEqual({ v0: 'c0', v1: 'c1' });
  });

  it('H23 H25 subtitles need none of the ad, I-frames need its own', () => {
    const further = (kind: 'subtitles' | 'iframes', id: string) => ({
      ...variant(id, 720, { groupId: undefined }),
      kind,
    });
    const source = [variant('v0', 720), further('subtitles', 's0'), further('iframes', 'i0')];
    const ad = [variant('c0', 720), further('iframes', 'ci')];
    expect(matched(source, ad)).toEqual({ v0: 'c0', i0: 'ci' });
    expect(matched(source, ad.slice(0, 1))).toBe('NO_VARIANT_MATCH');
  });

  it('H27 nearest size for video, H24 language, then default, for audio', () => {
    const source = [variant('v0', 1080), variant('v1', 400), audio('a0', 'de'), audio('a1', 'fr')];
    expect(matched(source, creative)).toEqual({ v0: 'c1', v1: 'c0', a0: 'ca', a1: 'cb' });
  });

  it('H27 one rendition without a match makes the creative unusable', () => {
    expect(matched([variant('v0', 720, { codecs: ['hvc1.1.6.L93'] })], creative)).toBe(
      'NO_VARIANT_MATCH',
    );
    const muxed = [variant('v0', 720, { groupId: undefined })];
    expect(matched(muxed, creative)).toBe('NO_VARIANT_MATCH');
  });
});

describe('buildCreative', () => {
  const source = [variant('v0', 720)];
  const build = (text: string, usesMaps = false) =>
    buildCreative({
      creativeId: 'c',
      source,
      playlists: new Map([
        [
          'v0',
          { playlist: parseMediaPlaylist(text).playlist, baseUrl: 'https://a.example/x/p.m3u8' },
        ],
      ]),
      targetDuration: 4,
      usesMaps,
    });
  const segments = '#EXTINF:4.0,\na.ts\n#EXTINF:3.5,\nb.ts\n';

  it('makes addresses absolute and knows its boundaries', () => {
    const creative = build(`#EXTM3U\n${segments}`);
    expect(creative).toMatchObject({
      durationMs: 7_500,
      boundariesMs: [4_000, 7_500],
      begunAfterMs: 2_000,
    });
    expect(typeof creative === 'string' || creative.renditions['v0']?.segments[1]).toMatchObject({
      uri: 'https://a.example/x/b.ts',
      extinf: '3.5,',
    });
  });

  it('says why a playlist cannot be stitched', () => {
    expect(build('#EXTM3U\n')).toBe('CREATIVE_UNUSABLE');
    expect(build(`#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n${segments}`)).toBe(
      'CREATIVE_UNUSABLE',
    );
    expect(build(`#EXTM3U\n${segments}#EXT-X-DISCONTINUITY\n${segments}`)).toBe(
      'CREATIVE_UNUSABLE',
    );
    expect(build(`#EXTM3U\n${segments}`, true)).toBe('NO_VARIANT_MATCH');
    expect(build('#EXTM3U\n#EXTINF:6,\na.ts\n')).toBe('SEGMENT_TOO_LONG');
  });
});

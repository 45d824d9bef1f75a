import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  detectManifest,
  isMultivariant,
  parseMultivariantPlaylist,
  writeMultivariantPlaylist,
} from '../index.ts';

const text = readFileSync(
  join(import.meta.dirname, '../../../../test-vectors/hls/multivariant.m3u8'),
  'latin1',
);

describe('parseMultivariantPlaylist', () => {
  it('reads variants, renditions and I-frame variants with the lines they stand on', () => {
    const { playlist, warnings } = parseMultivariantPlaylist(text);
    expect(warnings).toEqual([]);
    expect(playlist).toMatchObject({ version: 6, independentSegments: true });
    expect(playlist.variants).toMatchObject([
      {
        uri: 'video/720.m3u8',
        bandwidth: 2_500_000,
        averageBandwidth: 2_200_000,
        codecs: ['avc1.64001f', 'mp4a.40.2'],
        resolution: { width: 1280, height: 720 },
        frameRate: 25,
        audio: 'aac',
        closedCaptions: 'cc',
        lineIndex: 6,
        uriLineIndex: 7,
      },
      { uri: 'video/360.m3u8', bandwidth: 900_000, lineIndex: 8, uriLineIndex: 10 },
    ]);
    expect(playlist.renditions).toMatchObject([
      {
        type: 'AUDIO',
        groupId: 'aac',
        name: 'Deutsch, Stereo',
        language: 'de',
        default: true,
        channels: '2',
        uri: 'audio/de.m3u8',
        lineIndex: 4,
      },
      { type: 'CLOSED-CAPTIONS', groupId: 'cc', uri: undefined },
    ]);
    expect(playlist.iFrameVariants).toMatchObject([
      { uri: 'trick/360.m3u8', bandwidth: 120_000, lineIndex: 11 },
    ]);
  });

  it('writes changed lines and leaves all others', () => {
    const { playlist } = parseMultivariantPlaylist(text);
    const [first] = playlist.variants;
    const lines = playlist.lines.map((line, index) =>
      index === first?.uriLineIndex ? { ...line, text: 'v0.m3u8' } : line,
    );
    expect(writeMultivariantPlaylist({ lines })).toBe(text.replace('video/720.m3u8', 'v0.m3u8'));
  });

  it('keeps addresses whose last byte looks like a blank in latin1', () => {
    const bytes = Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,X=voil\u00e0\nvoil\u00e0\n');
    const [variant] = parseMultivariantPlaylist(bytes.toString('latin1')).playlist.variants;
    expect(Buffer.from(variant?.uri ?? '', 'latin1').toString()).toBe('voil\u00e0');
    expect(Buffer.from(variant?.attributes.get('X') ?? '', 'latin1').toString()).toBe('voil\u00e0');
  });

  it('warns of a variant without URI, without bandwidth, and of an unknown media type', () => {
    const { playlist, warnings } = parseMultivariantPlaylist(
      '#EXTM3U\n#EXT-X-STREAM-INF:CODECS="a"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n#EXT-X-MEDIA:TYPE=X\n',
    );
    expect(playlist.variants.map((variant) => variant.uri)).toEqual(['', 'a']);
    expect(warnings.map((w) => [w.code, w.line])).toEqual([
      ['URI_MISSING', 2],
      ['NUMBER_INVALID', 2],
      ['TAG_OUT_OF_PLACE', 5],
    ]);
  });
});

describe('detectManifest', () => {
  it.each([
    ['#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na', 'multivariant'],
    ['#EXTM3U\r\n#EXTINF:4,\r\na', 'media'],
    ['\uFEFF#EXTM3U\n', 'media'],
    ['\u00EF\u00BB\u00BF#EXTM3U', 'media'],
    ['# made by us\n\n#EXTM3U\n#EXTINF:4,\na', 'media'],
    ['#EXTM3UX\n', undefined],
    ['#EXTINF:4,\na', undefined],
    ['<!doctype html><html>', undefined],
    ['<?xml version="1.0"?><MPD/>', undefined],
    ['', undefined],
  ])('%j is %s', (body, expected) => {
    expect(detectManifest(body)).toBe(expected);
  });

  it('does not take a tag in the middle of a line for a multivariant playlist', () => {
    expect(isMultivariant('#EXTM3U\nseg.ts?#EXT-X-STREAM-INF:\n')).toBe(false);
  });
});

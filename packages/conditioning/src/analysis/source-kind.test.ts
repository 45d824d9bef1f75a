import { describe, expect, it } from 'vitest';
import { mediaKind, sourceKind } from './source-kind.ts';

describe('what an address answered', () => {
  it.each([
    ['#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n', 'hls-multivariant'],
    ['\u00ef\u00bb\u00bf#EXTM3U\n#EXTINF:4,\na\n', 'hls-media'],
    ['# comment\n#EXTM3U\n#EXTINF:4,\na\n', 'hls-media'],
    ['<?xml version="1.0"?><!-- <rss> --><MPD/>', 'dash'],
    ['\ufeff<x:MPD xmlns:x="urn:mpeg:dash:schema:mpd:2011"/>', 'dash'],
    ['<rss version="2.0"><channel/></rss>', 'mrss'],
    ['<feed xmlns:media="http://search.yahoo.com/mrss/"/>', 'mrss'],
    ['<VAST version="4.0"/>', 'xml'],
    ['<!DOCTYPE html><html></html>', 'html'],
    ['  <html lang="en">', 'html'],
    ['{"a": 1}', 'json'],
    ['Gone', 'unknown'],
    ['  \n', 'empty'],
    ['<!-- never ends', 'unknown'],
  ])('CHE-029 %j is %s', (text, kind) => {
    expect(sourceKind(text)).toBe(kind);
  });

  const box = (name: string) => Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from(name)]);

  it.each([
    [box('ftypisom'), 'mp4'],
    [box('moov'), 'mp4'],
    [Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187), Buffer.from([0x47])]), 'media'],
    [Buffer.from('ID3\u0004'), 'media'],
    [Buffer.from([0xff, 0xf1, 0x50, 0x80]), 'media'],
    [Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), 'media'],
    [Buffer.from('Gone to another place'), undefined],
    [Buffer.from([0xff, 0xfe, 0x3c, 0x00]), undefined],
    [Buffer.from('#EXTM3U'), undefined],
    [Buffer.alloc(0), undefined],
  ])('CHE-031 a file is recognised by its first bytes (%#)', (bytes, kind) => {
    expect(mediaKind(bytes)).toBe(kind);
  });
});
